CREATE TABLE "credit_refunds" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "credit_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"credit_note_id" bigint NOT NULL,
	"amount" numeric NOT NULL,
	"payment_date" date NOT NULL,
	"payment_method" text NOT NULL,
	"reference" text,
	"notes" text,
	"reverses_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_refunds_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "credit_refunds_reversed" UNIQUE("business_id","reverses_id"),
	CONSTRAINT "credit_refunds_amount" CHECK ("credit_refunds"."amount" <> 0 and ("credit_refunds"."amount" > 0) = ("credit_refunds"."reverses_id" is null)),
	CONSTRAINT "credit_refunds_method" CHECK ("credit_refunds"."payment_method" in ('cash', 'check', 'card', 'bank_transfer', 'other'))
);
--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_settled";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_type";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "amount_credited" numeric DEFAULT '0.00' NOT NULL;--> statement-breakpoint
-- Its index goes with it.
ALTER TABLE "invoices" drop column "amount_due";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "amount_due" numeric GENERATED ALWAYS AS (total - amount_paid - amount_credited - amount_adjusted - amount_written_off) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "invoices_sums" ON "invoices" USING btree ("business_id","issue_date","customer_id","status","currency","total","amount_paid","amount_due") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "allocations" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD COLUMN "applied_amount" numeric DEFAULT '0.00' NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD COLUMN "refunded_amount" numeric DEFAULT '0.00' NOT NULL;--> statement-breakpoint
ALTER TABLE "allocations" ADD COLUMN "credit_note_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "credit_note_id" bigint;--> statement-breakpoint
ALTER TABLE "credit_refunds" ADD CONSTRAINT "credit_refunds_credit_note" FOREIGN KEY ("business_id","credit_note_id") REFERENCES "public"."credit_notes"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_refunds" ADD CONSTRAINT "credit_refunds_reverses" FOREIGN KEY ("business_id","reverses_id") REFERENCES "public"."credit_refunds"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_refunds_of_credit_note" ON "credit_refunds" USING btree ("business_id","credit_note_id","id");--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_credit_note" FOREIGN KEY ("business_id","credit_note_id") REFERENCES "public"."credit_notes"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_credit_note" FOREIGN KEY ("business_id","credit_note_id") REFERENCES "public"."credit_notes"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_notes_unapplied" ON "credit_notes" USING btree ("business_id","customer_id","currency") WHERE status = 'issued' and total > applied_amount + refunded_amount;--> statement-breakpoint
CREATE INDEX "allocations_by_credit_note" ON "allocations" USING btree ("business_id","credit_note_id","invoice_id","amount") WHERE credit_note_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_by_credit_note" ON "ledger_entries" USING btree ("business_id","credit_note_id") WHERE credit_note_id is not null;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_applied" CHECK ("credit_notes"."applied_amount" >= 0 and "credit_notes"."refunded_amount" >= 0
        and "credit_notes"."applied_amount" + "credit_notes"."refunded_amount" <= "credit_notes"."total"
        and ("credit_notes"."status" <> 'draft' or "credit_notes"."applied_amount" + "credit_notes"."refunded_amount" = 0)
        and ("credit_notes"."status" <> 'applied' or "credit_notes"."applied_amount" + "credit_notes"."refunded_amount" = "credit_notes"."total"));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_settled" CHECK ("invoices"."amount_paid" >= 0 and "invoices"."amount_credited" >= 0 and "invoices"."amount_adjusted" >= 0
        and "invoices"."amount_written_off" >= 0 and "invoices"."amount_due" >= 0);--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_source" CHECK (num_nonnulls("allocations"."payment_id", "allocations"."credit_note_id") = 1);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_type" CHECK ("ledger_entries"."type" in ('issued', 'revised', 'withdrawn', 'deleted', 'restored', 'received', 'refunded', 'reversed', 'credited', 'adjusted', 'written_off'));--> statement-breakpoint
-- What is issued already is credit of its customer, until its invoice or its owner takes it.
INSERT INTO "ledger_entries"
  ("business_id", "customer_id", "currency", "type", "invoice_id", "credit_note_id", "amount", "entry_date", "created_at")
SELECT "business_id", "customer_id", "currency", 'credited', "corrects_invoice_id", "id", -"total", "issue_date", "updated_at"
FROM "credit_notes" WHERE "status" <> 'draft' AND "total" > 0;
