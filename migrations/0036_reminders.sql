CREATE TABLE "invoice_reminders" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "invoice_reminders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_id" bigint NOT NULL,
	"due_date" date NOT NULL,
	"days" integer NOT NULL,
	"on_date" date NOT NULL,
	"email_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_reminders_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "invoice_reminders_step" UNIQUE("business_id","invoice_id","due_date","days"),
	CONSTRAINT "invoice_reminders_day" UNIQUE("business_id","invoice_id","on_date")
);
--> statement-breakpoint
CREATE TABLE "late_fees" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "late_fees_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_id" bigint NOT NULL,
	"due_date" date NOT NULL,
	"nth" integer NOT NULL,
	"fee_invoice_id" bigint,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "late_fees_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "late_fees_once" UNIQUE("business_id","invoice_id","due_date","nth"),
	CONSTRAINT "late_fees_document" UNIQUE("business_id","fee_invoice_id"),
	CONSTRAINT "late_fees_made" CHECK ("late_fees"."nth" > 0 and ("late_fees"."fee_invoice_id" is null) = ("late_fees"."problem" is not null)
        and "late_fees"."fee_invoice_id" is distinct from "late_fees"."invoice_id")
);
--> statement-breakpoint
CREATE TABLE "reminder_pauses" (
	"business_id" uuid NOT NULL,
	"invoice_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"until_date" date,
	"note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminder_pauses_pk" PRIMARY KEY("business_id","invoice_id"),
	CONSTRAINT "reminder_pauses_reason" CHECK ("reminder_pauses"."reason" in ('promised', 'replied', 'disputed', 'other')
        and ("reminder_pauses"."reason" <> 'promised' or "reminder_pauses"."until_date" is not null))
);
--> statement-breakpoint
CREATE TABLE "reminder_settings" (
	"business_id" uuid PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"enabled_since" date,
	"send_from" integer NOT NULL,
	"send_until" integer NOT NULL,
	"business_days_only" boolean NOT NULL,
	"steps" jsonb NOT NULL,
	"late_fee" jsonb,
	"late_fee_since" date,
	"next_run_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminder_settings_window" CHECK ("reminder_settings"."send_from" between 0 and 23 and "reminder_settings"."send_until" between 1 and 24
        and "reminder_settings"."send_from" < "reminder_settings"."send_until")
);
--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_kind";--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_withdrawn";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "never_remind" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "template" jsonb;--> statement-breakpoint
ALTER TABLE "invoice_reminders" ADD CONSTRAINT "invoice_reminders_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_reminders" ADD CONSTRAINT "invoice_reminders_invoice" FOREIGN KEY ("business_id","invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_reminders" ADD CONSTRAINT "invoice_reminders_email" FOREIGN KEY ("business_id","email_id") REFERENCES "public"."emails"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_fees" ADD CONSTRAINT "late_fees_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_fees" ADD CONSTRAINT "late_fees_invoice" FOREIGN KEY ("business_id","invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_fees" ADD CONSTRAINT "late_fees_fee" FOREIGN KEY ("business_id","fee_invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_pauses" ADD CONSTRAINT "reminder_pauses_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_pauses" ADD CONSTRAINT "reminder_pauses_invoice" FOREIGN KEY ("business_id","invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_settings" ADD CONSTRAINT "reminder_settings_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_reminders_by_email" ON "invoice_reminders" USING btree ("business_id","email_id");--> statement-breakpoint
CREATE INDEX "reminder_settings_due" ON "reminder_settings" USING btree ("next_run_at") WHERE enabled or late_fee is not null;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_kind" CHECK (num_nonnulls("emails"."invoice_id", "emails"."estimate_id", "emails"."credit_note_id", "emails"."customer_id") = 1
        and case when "emails"."kind" in ('invoice', 'reminder', 'receipt', 'refund') then "emails"."invoice_id" is not null
          when "emails"."kind" = 'estimate' then "emails"."estimate_id" is not null
          when "emails"."kind" = 'statement' then num_nonnulls("emails"."customer_id", "emails"."period_from", "emails"."period_to") = 3
          else "emails"."kind" = 'credit_note' and "emails"."credit_note_id" is not null end);--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_withdrawn" CHECK ("emails"."withdrawn" is null or ("emails"."status" = 'failed'
        and "emails"."withdrawn" in ('paid', 'deleted', 'moved', 'refunded', 'closed', 'paused', 'drafted', 'undone')));