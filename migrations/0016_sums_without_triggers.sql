-- The verbs count what they change (count-in-sums.ts): a distributed database runs no such triggers.
DROP TRIGGER "payments_count_inserted" ON "payments";
--> statement-breakpoint
DROP TRIGGER "payments_count_updated" ON "payments";
--> statement-breakpoint
DROP TRIGGER "invoices_count_inserted" ON "invoices";
--> statement-breakpoint
DROP TRIGGER "invoices_count_updated" ON "invoices";
--> statement-breakpoint
DROP TRIGGER "invoices_count_removed" ON "invoices";
--> statement-breakpoint
DROP FUNCTION count_inserted_payments();
--> statement-breakpoint
DROP FUNCTION count_updated_payments();
--> statement-breakpoint
DROP FUNCTION count_inserted_invoices();
--> statement-breakpoint
DROP FUNCTION count_updated_invoices();
--> statement-breakpoint
DROP FUNCTION count_removed_invoices();
--> statement-breakpoint
DROP FUNCTION add_to_invoice_totals(jsonb);
--> statement-breakpoint
ALTER TABLE "invoice_totals" ADD COLUMN "currency" char(3) DEFAULT 'USD' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoice_totals" DROP CONSTRAINT "invoice_totals_business_id_status_pk";
--> statement-breakpoint
ALTER TABLE "invoice_totals" ADD CONSTRAINT "invoice_totals_pk" PRIMARY KEY("business_id","currency","status");
--> statement-breakpoint
ALTER TABLE "customer_invoice_totals" ADD COLUMN "currency" char(3) DEFAULT 'USD' NOT NULL;
--> statement-breakpoint
ALTER TABLE "customer_invoice_totals" DROP CONSTRAINT "customer_invoice_totals_business_id_customer_id_status_pk";
--> statement-breakpoint
ALTER TABLE "customer_invoice_totals" ADD CONSTRAINT "customer_invoice_totals_pk" PRIMARY KEY("business_id","customer_id","currency","status");
--> statement-breakpoint
-- Sums know their currency from here on: they are made once more from the invoices themselves.
DELETE FROM "invoice_totals";
--> statement-breakpoint
DELETE FROM "customer_invoice_totals";
--> statement-breakpoint
INSERT INTO "customer_invoice_totals" ("business_id", "customer_id", "currency", "status", "invoice_count", "total", "received")
SELECT "business_id", "customer_id", "currency", "status", count(*), sum("total"), sum("amount_received")
FROM "invoices" WHERE "deleted_at" IS NULL GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO "invoice_totals" ("business_id", "currency", "status", "invoice_count", "total", "received")
SELECT "business_id", "currency", "status", sum("invoice_count"), sum("total"), sum("received")
FROM "customer_invoice_totals" GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE INDEX "invoices_late" ON "invoices" USING btree ("business_id","due_date") WHERE status = 'sent' and deleted_at is null;
