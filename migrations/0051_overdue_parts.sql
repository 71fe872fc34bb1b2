CREATE INDEX "invoices_nothing_due" ON "invoices" USING btree ("business_id","customer_id") WHERE status in ('sent', 'overdue') and amount_due = 0 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_written_off" ON "invoices" USING btree ("business_id","issue_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'paid' and amount_written_off > 0 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_unpaid_by_last_day" ON "invoices" USING btree ("business_id","status","due_date") WHERE status in ('sent', 'overdue') and deleted_at is null;--> statement-breakpoint
-- An invoice on which nothing is due was never late: set to overdue by hand, it is sent again, and so it is counted.
WITH "changed" AS (
	UPDATE "invoices" SET "status" = 'sent' WHERE "status" = 'overdue' AND "amount_due" = 0
	RETURNING "business_id", "customer_id", "currency", "total", "amount_paid", "deleted_at"
), "moved" AS (
	SELECT "business_id", "customer_id", "currency", count(*)::integer AS "n", sum("total") AS "total", sum("amount_paid") AS "paid"
	FROM "changed" WHERE "deleted_at" IS NULL GROUP BY 1, 2, 3
), "sides" AS (
	SELECT "business_id", "customer_id", "currency", 'overdue' AS "status", -"n" AS "n", -"total" AS "total", -"paid" AS "paid" FROM "moved"
	UNION ALL
	SELECT "business_id", "customer_id", "currency", 'sent', "n", "total", "paid" FROM "moved"
), "of_customers" AS (
	INSERT INTO "customer_invoice_totals" AS t ("business_id", "customer_id", "currency", "status", "invoice_count", "total", "paid")
	SELECT "business_id", "customer_id", "currency", "status", "n", "total", "paid" FROM "sides"
	ON CONFLICT ("business_id", "customer_id", "currency", "status") DO UPDATE SET
		"invoice_count" = t."invoice_count" + excluded."invoice_count", "total" = t."total" + excluded."total", "paid" = t."paid" + excluded."paid"
)
INSERT INTO "invoice_totals" AS t ("business_id", "currency", "status", "invoice_count", "total", "paid")
SELECT "business_id", "currency", "status", sum("n"), sum("total"), sum("paid") FROM "sides" GROUP BY 1, 2, 3
ON CONFLICT ("business_id", "currency", "status") DO UPDATE SET
	"invoice_count" = t."invoice_count" + excluded."invoice_count", "total" = t."total" + excluded."total", "paid" = t."paid" + excluded."paid";
