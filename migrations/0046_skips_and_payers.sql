ALTER TABLE "recurring_invoices" ALTER COLUMN "list_date" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "payer_id" bigint;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_payer" FOREIGN KEY ("business_id","payer_id") REFERENCES "public"."customers"("business_id","id") ON DELETE no action ON UPDATE no action;