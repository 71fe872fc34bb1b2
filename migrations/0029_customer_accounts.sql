ALTER TABLE "emails" DROP CONSTRAINT "emails_kind";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "notes" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "merged_into_id" bigint;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "customer_id" bigint;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "period_from" date;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "period_to" date;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merged_into" FOREIGN KEY ("business_id","merged_into_id") REFERENCES "public"."customers"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_customer" FOREIGN KEY ("business_id","customer_id") REFERENCES "public"."customers"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customers_merged" ON "customers" USING btree ("business_id","merged_into_id") WHERE merged_into_id is not null;--> statement-breakpoint
CREATE INDEX "emails_of_customer" ON "emails" USING btree ("business_id","customer_id","id") WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "invoices_open_by_customer" ON "invoices" USING btree ("business_id","customer_id","currency","due_date","amount_due") WHERE status in ('sent', 'overdue') and deleted_at is null;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merged" CHECK ("customers"."merged_into_id" <> "customers"."id" and "customers"."deleted_at" is not null or "customers"."merged_into_id" is null);--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_kind" CHECK (num_nonnulls("emails"."invoice_id", "emails"."estimate_id", "emails"."credit_note_id", "emails"."customer_id") = 1
        and case when "emails"."kind" in ('invoice', 'receipt', 'refund') then "emails"."invoice_id" is not null
          when "emails"."kind" = 'estimate' then "emails"."estimate_id" is not null
          when "emails"."kind" = 'statement' then num_nonnulls("emails"."customer_id", "emails"."period_from", "emails"."period_to") = 3
          else "emails"."kind" = 'credit_note' and "emails"."credit_note_id" is not null end);