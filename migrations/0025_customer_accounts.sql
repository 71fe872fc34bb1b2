ALTER TABLE "customers" ADD COLUMN "notes" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "merged_into_id" bigint;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merged_into" FOREIGN KEY ("business_id","merged_into_id") REFERENCES "public"."customers"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customers_merged" ON "customers" USING btree ("business_id","merged_into_id") WHERE merged_into_id is not null;--> statement-breakpoint
CREATE INDEX "invoices_open_by_customer" ON "invoices" USING btree ("business_id","customer_id","currency","due_date","amount_due") WHERE status in ('sent', 'overdue') and deleted_at is null;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merged" CHECK ("customers"."merged_into_id" <> "customers"."id" and "customers"."deleted_at" is not null or "customers"."merged_into_id" is null);