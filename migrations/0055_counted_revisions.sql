ALTER TABLE "public_documents" ADD COLUMN "revisions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "public_documents" p SET "revisions" = r."number"
FROM (
	SELECT "business_id", "invoice_id", max("number") AS "number"
	FROM "document_revisions" WHERE "invoice_id" IS NOT NULL GROUP BY 1, 2
) r
WHERE p."business_id" = r."business_id" AND p."invoice_id" = r."invoice_id";--> statement-breakpoint
UPDATE "public_documents" p SET "revisions" = r."number"
FROM (
	SELECT "business_id", "estimate_id", max("number") AS "number"
	FROM "document_revisions" WHERE "estimate_id" IS NOT NULL GROUP BY 1, 2
) r
WHERE p."business_id" = r."business_id" AND p."estimate_id" = r."estimate_id";--> statement-breakpoint
UPDATE "public_documents" p SET "revisions" = r."number"
FROM (
	SELECT "business_id", "credit_note_id", max("number") AS "number"
	FROM "document_revisions" WHERE "credit_note_id" IS NOT NULL GROUP BY 1, 2
) r
WHERE p."business_id" = r."business_id" AND p."credit_note_id" = r."credit_note_id";
