DROP INDEX "estimates_by_customer";--> statement-breakpoint
DROP INDEX "invoices_by_customer";--> statement-breakpoint
CREATE INDEX "estimates_by_customer" ON "estimates" USING btree ("business_id","customer_id","issue_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_by_customer" ON "invoices" USING btree ("business_id","customer_id","issue_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);