CREATE TABLE "email_files" (
	"business_id" uuid NOT NULL,
	"email_id" bigint NOT NULL,
	"place" integer NOT NULL,
	"key" text NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	CONSTRAINT "email_files_business_id_email_id_place_pk" PRIMARY KEY("business_id","email_id","place")
);
--> statement-breakpoint
CREATE TABLE "email_settings" (
	"business_id" uuid PRIMARY KEY NOT NULL,
	"copy_to_self" boolean NOT NULL,
	"templates" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_kind";--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_withdrawn";--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_waits_for";--> statement-breakpoint
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_purpose";--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "cc" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "bcc" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "copied" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "refused" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "bounce" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "bounce_address" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "bounce_reason" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "bounced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD COLUMN "bounced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD COLUMN "bounce_reason" text;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD COLUMN "unsubscribed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_files" ADD CONSTRAINT "email_files_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_files" ADD CONSTRAINT "email_files_email" FOREIGN KEY ("business_id","email_id") REFERENCES "public"."emails"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_settings" ADD CONSTRAINT "email_settings_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_files_key" ON "email_files" USING btree ("business_id","key");--> statement-breakpoint
CREATE INDEX "emails_message_id" ON "emails" USING btree ("message_id");--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_bounce" CHECK (("emails"."bounce" is null) = ("emails"."bounced_at" is null)
        and "emails"."bounce" in ('hard', 'soft', 'complaint'));--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_kind" CHECK (num_nonnulls("emails"."invoice_id", "emails"."estimate_id", "emails"."credit_note_id", "emails"."customer_id") = 1
        and case when "emails"."kind" in ('invoice', 'reminder', 'receipt', 'refund', 'declined') then "emails"."invoice_id" is not null
          when "emails"."kind" in ('estimate', 'acceptance') then "emails"."estimate_id" is not null
          when "emails"."kind" = 'statement' then num_nonnulls("emails"."customer_id", "emails"."period_from", "emails"."period_to") = 3
          else "emails"."kind" = 'credit_note' and "emails"."credit_note_id" is not null end);--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_withdrawn" CHECK ("emails"."withdrawn" is null or ("emails"."status" = 'failed'
        and "emails"."withdrawn" in ('paid', 'deleted', 'moved', 'refunded', 'closed', 'paused', 'drafted', 'undone',
          'unsubscribed', 'bounced')));--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_waits_for" CHECK ("emails"."waits_for" is null or ("emails"."status" = 'queued'
        and "emails"."waits_for" in ('turn', 'new_recipients', 'reinstatement', 'undo', 'schedule')));--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_purpose" CHECK ("uploads"."purpose" in ('receipt', 'logo', 'attachment'));