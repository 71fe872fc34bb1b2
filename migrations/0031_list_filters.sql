ALTER TABLE "public_documents" ADD COLUMN "viewed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "credit_notes_list_by_total" ON "credit_notes" USING btree ("business_id","currency","total","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "estimates_list_by_total" ON "estimates" USING btree ("business_id","currency","total","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "estimates_list_by_expiry" ON "estimates" USING btree ("business_id","expiry_date","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_list_by_total" ON "invoices" USING btree ("business_id","currency","total","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_list_by_due" ON "invoices" USING btree ("business_id","next_due_date","id") WHERE deleted_at is null;--> statement-breakpoint
-- What customers have opened already, as its event says.
UPDATE "public_documents" p SET "viewed_at" = e."at" FROM (
	SELECT "business_id", "invoice_id", min("created_at") AS "at" FROM "events"
	WHERE "type" = 'invoice.viewed' GROUP BY 1, 2
) e
WHERE p."business_id" = e."business_id" AND p."invoice_id" = e."invoice_id";
--> statement-breakpoint
UPDATE "public_documents" p SET "viewed_at" = e."at" FROM (
	SELECT "business_id", "estimate_id", min("created_at") AS "at" FROM "events"
	WHERE "type" = 'estimate.viewed' GROUP BY 1, 2
) e
WHERE p."business_id" = e."business_id" AND p."estimate_id" = e."estimate_id";
--> statement-breakpoint
UPDATE "public_documents" p SET "viewed_at" = e."at" FROM (
	SELECT "business_id", "credit_note_id", min("created_at") AS "at" FROM "events"
	WHERE "type" = 'credit_note.viewed' GROUP BY 1, 2
) e
WHERE p."business_id" = e."business_id" AND p."credit_note_id" = e."credit_note_id";
