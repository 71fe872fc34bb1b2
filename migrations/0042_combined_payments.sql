CREATE TABLE "checkout_parts" (
	"business_id" uuid NOT NULL,
	"checkout_id" bigint NOT NULL,
	"invoice_id" bigint NOT NULL,
	"amount" numeric NOT NULL,
	CONSTRAINT "checkout_parts_business_id_checkout_id_invoice_id_pk" PRIMARY KEY("business_id","checkout_id","invoice_id"),
	CONSTRAINT "checkout_parts_amount" CHECK ("checkout_parts"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_pays";--> statement-breakpoint
ALTER TABLE "checkout_parts" ADD CONSTRAINT "checkout_parts_checkout" FOREIGN KEY ("business_id","checkout_id") REFERENCES "public"."checkouts"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_parts" ADD CONSTRAINT "checkout_parts_invoice" FOREIGN KEY ("business_id","invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkout_parts_of_invoice" ON "checkout_parts" USING btree ("business_id","invoice_id","checkout_id");--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_pays" CHECK ("checkouts"."pays" in ('balance', 'installment', 'part', 'several'));