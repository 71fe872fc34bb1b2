DROP INDEX "checkouts_one_open";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "visitor" text;--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open" ON "checkouts" USING btree ("business_id","invoice_id","provider","visitor") WHERE status in ('creating', 'open');