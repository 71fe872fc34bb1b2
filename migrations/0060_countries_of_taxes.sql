DROP INDEX "tax_entries_sums";--> statement-breakpoint
ALTER TABLE "tax_entries" ADD COLUMN "country" char(2);--> statement-breakpoint
ALTER TABLE "tax_rates" ADD COLUMN "country" char(2);--> statement-breakpoint
CREATE INDEX "tax_entries_sums" ON "tax_entries" USING btree ("business_id","tax_date","tax_currency","name","rate","category","country","tax_base","tax_amount");