ALTER TABLE "invoices" ADD COLUMN "corrects_invoice_id" bigint;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects_invoice" FOREIGN KEY ("business_id","corrects_invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_corrects" ON "invoices" USING btree ("business_id","corrects_invoice_id") WHERE corrects_invoice_id is not null;--> statement-breakpoint
-- A correction and the credit note that takes the invoice back were written in one transaction: they have the same moment.
WITH "found" AS (
	SELECT DISTINCT ON (n."business_id", n."corrects_invoice_id") n."business_id", n."corrects_invoice_id", i."id"
	FROM "credit_notes" n
	JOIN "invoices" i ON i."business_id" = n."business_id" AND i."created_at" = n."created_at"
		AND i."customer_id" = n."customer_id" AND i."currency" = n."currency" AND i."id" > n."corrects_invoice_id"
	WHERE n."corrects_invoice_id" IS NOT NULL
	ORDER BY n."business_id", n."corrects_invoice_id", i."id"
)
UPDATE "invoices" SET "corrects_invoice_id" = "found"."corrects_invoice_id"
FROM "found" WHERE "invoices"."business_id" = "found"."business_id" AND "invoices"."id" = "found"."id";
