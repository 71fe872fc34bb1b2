CREATE TABLE "contact_proposals" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "contact_proposals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"changes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_proposals_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "contact_proposals_of_customer" UNIQUE("business_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "portal_links" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "portal_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"email_id" bigint NOT NULL,
	"address" text NOT NULL,
	"digest" char(64),
	"expires_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "portal_links_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "portal_links_digest" UNIQUE("business_id","digest"),
	CONSTRAINT "portal_links_made" CHECK (("portal_links"."digest" is null) = ("portal_links"."expires_at" is null))
);
--> statement-breakpoint
CREATE TABLE "portal_sessions" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "portal_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"address" text NOT NULL,
	"digest" char(64) NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "portal_sessions_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "portal_sessions_digest" UNIQUE("business_id","digest")
);
--> statement-breakpoint
CREATE TABLE "card_changes" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "card_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"mandate_id" bigint NOT NULL,
	"account" text NOT NULL,
	"key" uuid NOT NULL,
	"provider_id" text,
	"agreement" jsonb NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "card_changes_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "card_changes_of_provider" UNIQUE("business_id","provider_id"),
	CONSTRAINT "card_changes_status" CHECK ("card_changes"."status" in ('open', 'done', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_kind";--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_withdrawn";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "customer_id" bigint;--> statement-breakpoint
ALTER TABLE "contact_proposals" ADD CONSTRAINT "contact_proposals_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_proposals" ADD CONSTRAINT "contact_proposals_customer" FOREIGN KEY ("business_id","customer_id") REFERENCES "public"."customers"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_links" ADD CONSTRAINT "portal_links_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_links" ADD CONSTRAINT "portal_links_customer" FOREIGN KEY ("business_id","customer_id") REFERENCES "public"."customers"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_links" ADD CONSTRAINT "portal_links_email" FOREIGN KEY ("business_id","email_id") REFERENCES "public"."emails"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_customer" FOREIGN KEY ("business_id","customer_id") REFERENCES "public"."customers"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_changes" ADD CONSTRAINT "card_changes_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_changes" ADD CONSTRAINT "card_changes_mandate" FOREIGN KEY ("business_id","mandate_id") REFERENCES "public"."payment_mandates"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "portal_links_of_customer" ON "portal_links" USING btree ("business_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "portal_links_of_email" ON "portal_links" USING btree ("business_id","email_id");--> statement-breakpoint
CREATE INDEX "portal_sessions_of_customer" ON "portal_sessions" USING btree ("business_id","customer_id","last_used_at");--> statement-breakpoint
CREATE INDEX "card_changes_open" ON "card_changes" USING btree ("business_id","customer_id") WHERE status = 'open';--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_customer" FOREIGN KEY ("business_id","customer_id") REFERENCES "public"."customers"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customers_by_email" ON "customers" USING btree ("business_id",lower(email)) WHERE deleted_at is null and email is not null;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_kind" CHECK (num_nonnulls("emails"."invoice_id", "emails"."estimate_id", "emails"."credit_note_id", "emails"."customer_id") = 1
        and case when "emails"."kind" in ('invoice', 'reminder', 'receipt', 'refund', 'declined') then "emails"."invoice_id" is not null
          when "emails"."kind" in ('estimate', 'acceptance') then "emails"."estimate_id" is not null
          when "emails"."kind" = 'statement' then num_nonnulls("emails"."customer_id", "emails"."period_from", "emails"."period_to") = 3
          when "emails"."kind" = 'portal_link' then "emails"."customer_id" is not null and num_nulls("emails"."period_from", "emails"."period_to") = 2
          else "emails"."kind" = 'credit_note' and "emails"."credit_note_id" is not null end);--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_withdrawn" CHECK ("emails"."withdrawn" is null or ("emails"."status" = 'failed'
        and "emails"."withdrawn" in ('paid', 'deleted', 'moved', 'refunded', 'closed', 'paused', 'drafted', 'undone',
          'unsubscribed', 'bounced', 'lapsed')));