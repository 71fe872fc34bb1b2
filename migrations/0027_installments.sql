ALTER TABLE "emails" DROP CONSTRAINT "emails_kind";--> statement-breakpoint
DROP INDEX "invoices_unpaid";--> statement-breakpoint
DROP INDEX "invoices_due";--> statement-breakpoint
DROP INDEX "invoices_late";--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "refund_id" bigint;--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "installments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "installments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- Without a plan all is due on the due date.
ALTER TABLE "invoices" ADD COLUMN "next_due_date" date;--> statement-breakpoint
UPDATE "invoices" SET "next_due_date" = "due_date";--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "next_due_date" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "message" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "pays" text DEFAULT 'balance' NOT NULL;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "allow_partial_payments" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_refunded" FOREIGN KEY ("business_id","refund_id") REFERENCES "public"."refunds"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_unpaid" ON "invoices" USING btree ("business_id","next_due_date","id") WHERE status in ('sent', 'overdue') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_due" ON "invoices" USING btree ("next_due_date") WHERE status = 'sent' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_late" ON "invoices" USING btree ("business_id","next_due_date") WHERE status = 'sent' and deleted_at is null;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_refund" UNIQUE("business_id","refund_id");--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_kind" CHECK (num_nonnulls("emails"."invoice_id", "emails"."estimate_id", "emails"."credit_note_id") = 1
        and case when "emails"."kind" in ('invoice', 'receipt', 'refund') then "emails"."invoice_id" is not null
          when "emails"."kind" = 'estimate' then "emails"."estimate_id" is not null
          else "emails"."kind" = 'credit_note' and "emails"."credit_note_id" is not null end);--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_next_due" CHECK ("invoices"."next_due_date" <= "invoices"."due_date"
        and ("invoices"."next_due_date" = "invoices"."due_date" or "invoices"."installments" <> '[]'::jsonb));--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_pays" CHECK ("checkouts"."pays" in ('balance', 'installment', 'part'));