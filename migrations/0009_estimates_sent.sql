ALTER TABLE "public_invoices" RENAME TO "public_documents";--> statement-breakpoint
ALTER TABLE "public_documents" RENAME CONSTRAINT "public_invoices_pkey" TO "public_documents_pkey";--> statement-breakpoint
ALTER TABLE "public_documents" RENAME CONSTRAINT "public_invoices_invoice" TO "public_documents_invoice";--> statement-breakpoint
ALTER TABLE "public_documents" RENAME CONSTRAINT "public_invoices_of_invoice" TO "public_documents_of_invoice";--> statement-breakpoint
ALTER TABLE "public_documents" ALTER COLUMN "invoice_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "public_documents" ADD COLUMN "estimate_id" bigint;--> statement-breakpoint
ALTER TABLE "public_documents" ADD CONSTRAINT "public_documents_estimate" UNIQUE("user_id","estimate_id");--> statement-breakpoint
ALTER TABLE "public_documents" ADD CONSTRAINT "public_documents_of_estimate" FOREIGN KEY ("user_id","estimate_id") REFERENCES "public"."estimates"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_documents" ADD CONSTRAINT "public_documents_one" CHECK (num_nonnulls("public_documents"."invoice_id", "public_documents"."estimate_id") = 1);--> statement-breakpoint
-- Estimates that are there get their address: 128 bits of a digest over 244 random ones.
INSERT INTO "public_documents" ("public_id", "user_id", "estimate_id")
SELECT left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'), 32),
  "user_id", "id"
FROM "estimates";--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_kind";--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_withdrawn";--> statement-breakpoint
ALTER TABLE "emails" ALTER COLUMN "invoice_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "estimate_id" bigint;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_estimate" FOREIGN KEY ("user_id","estimate_id") REFERENCES "public"."estimates"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emails_of_estimate" ON "emails" USING btree ("user_id","estimate_id","id") WHERE estimate_id is not null;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_kind" CHECK (("emails"."kind" in ('invoice', 'receipt') and "emails"."invoice_id" is not null and "emails"."estimate_id" is null)
        or ("emails"."kind" = 'estimate' and "emails"."estimate_id" is not null and "emails"."invoice_id" is null));--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_withdrawn" CHECK ("emails"."withdrawn" is null or ("emails"."status" = 'failed'
        and "emails"."withdrawn" in ('paid', 'deleted', 'moved', 'refunded', 'closed')));