DROP INDEX "expenses_by_category";--> statement-breakpoint
CREATE INDEX "expenses_list_by_category" ON "expenses" USING btree ("business_id","category","expense_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "expenses_list_by_amount" ON "expenses" USING btree ("business_id","currency","amount","id") WHERE deleted_at is null;