CREATE TABLE "allocations" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "allocations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"invoice_id" bigint NOT NULL,
	"amount" numeric NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "allocations_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "allocations_amount" CHECK ("allocations"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"type" text NOT NULL,
	"invoice_id" bigint,
	"payment_id" bigint,
	"amount" numeric NOT NULL,
	"entry_date" date NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount" <> 0),
	CONSTRAINT "ledger_entries_type" CHECK ("ledger_entries"."type" in ('issued', 'revised', 'withdrawn', 'deleted', 'restored', 'received', 'refunded', 'reversed', 'adjusted', 'written_off'))
);
--> statement-breakpoint
DROP INDEX "invoices_sums";
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "invoice_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "customer_invoice_totals" ADD COLUMN "paid" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "customer_invoice_totals" ADD COLUMN "due" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoice_totals" ADD COLUMN "paid" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoice_totals" ADD COLUMN "due" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "amount_paid" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "amount_adjusted" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "amount_written_off" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "amount_due" numeric GENERATED ALWAYS AS (total - amount_paid - amount_adjusted - amount_written_off) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "customer_id" bigint;
--> statement-breakpoint
-- A payment is its customer's.
UPDATE "payments" y SET "customer_id" = i."customer_id" FROM "invoices" i
WHERE i."business_id" = y."business_id" AND i."id" = y."invoice_id";
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "customer_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "allocated_amount" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reversal" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reference" text;
--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_payment" FOREIGN KEY ("business_id","payment_id") REFERENCES "public"."payments"("business_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_invoice" FOREIGN KEY ("business_id","invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_customer" FOREIGN KEY ("business_id","customer_id") REFERENCES "public"."customers"("business_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_invoice" FOREIGN KEY ("business_id","invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_payment" FOREIGN KEY ("business_id","payment_id") REFERENCES "public"."payments"("business_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "allocations_by_invoice" ON "allocations" USING btree ("business_id","invoice_id","payment_id","amount");
--> statement-breakpoint
CREATE INDEX "allocations_by_payment" ON "allocations" USING btree ("business_id","payment_id","invoice_id","amount");
--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("business_id","customer_id","entry_date","id");
--> statement-breakpoint
CREATE INDEX "ledger_entries_sums" ON "ledger_entries" USING btree ("business_id","entry_date","type","currency","amount");
--> statement-breakpoint
CREATE INDEX "ledger_entries_by_invoice" ON "ledger_entries" USING btree ("business_id","invoice_id");
--> statement-breakpoint
CREATE INDEX "ledger_entries_by_payment" ON "ledger_entries" USING btree ("business_id","payment_id") WHERE payment_id is not null;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_customer" FOREIGN KEY ("business_id","customer_id") REFERENCES "public"."customers"("business_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "payments_list" ON "payments" USING btree ("business_id","payment_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "payments_by_customer" ON "payments" USING btree ("business_id","customer_id","payment_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "payments_unapplied" ON "payments" USING btree ("business_id","customer_id","currency") WHERE status = 'completed' and amount > allocated_amount + refunded_amount;
--> statement-breakpoint
CREATE INDEX "invoices_sums" ON "invoices" USING btree ("business_id","issue_date","customer_id","status","currency","total","amount_paid","amount_due") WHERE deleted_at is null;
--> statement-breakpoint
-- What came for an invoice settles it in the order in which it came, as far as the total goes; in
-- another currency, or of a deleted invoice, it is its customer's credit.
WITH counted AS (
	SELECT y."business_id", y."id", y."invoice_id", y."created_at", i."total",
		y."amount" - y."refunded_amount" AS "kept",
		coalesce(sum(y."amount" - y."refunded_amount") OVER (
			PARTITION BY y."business_id", y."invoice_id" ORDER BY y."id"
			ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS "before"
	FROM "payments" y
	JOIN "invoices" i ON i."business_id" = y."business_id" AND i."id" = y."invoice_id"
	WHERE y."status" = 'completed' AND y."currency" = i."currency" AND i."deleted_at" IS NULL
)
INSERT INTO "allocations" ("business_id", "payment_id", "invoice_id", "amount", "created_at")
SELECT "business_id", "id", "invoice_id", least("kept", "total" - "before"), "created_at"
FROM counted WHERE "kept" > 0 AND "total" > "before"
ORDER BY "business_id", "id";
--> statement-breakpoint
UPDATE "payments" y SET "allocated_amount" = a."amount" FROM "allocations" a
WHERE a."business_id" = y."business_id" AND a."payment_id" = y."id";
--> statement-breakpoint
UPDATE "invoices" i SET "amount_paid" = a."amount" FROM (
	SELECT "business_id", "invoice_id", sum("amount") AS "amount" FROM "allocations" GROUP BY 1, 2
) a
WHERE a."business_id" = i."business_id" AND a."invoice_id" = i."id";
--> statement-breakpoint
-- What of a paid invoice was given back, and is not owed again.
UPDATE "invoices" i SET "amount_adjusted" = i."total" - i."amount_paid" FROM (
	SELECT y."business_id", y."invoice_id",
		sum(greatest(y."refunded_amount" - y."still_owed_amount", 0)) AS "back"
	FROM "payments" y
	JOIN "invoices" i ON i."business_id" = y."business_id" AND i."id" = y."invoice_id"
	WHERE y."status" = 'completed' AND y."currency" = i."currency" AND y."refunded_amount" > 0
		AND y."refunded_amount" < y."amount"
	GROUP BY 1, 2
) r
WHERE r."business_id" = i."business_id" AND r."invoice_id" = i."id" AND i."status" = 'paid'
	AND i."deleted_at" IS NULL AND i."total" > i."amount_paid"
	AND r."back" >= i."total" - i."amount_paid";
--> statement-breakpoint
-- Paid for other reasons than money in its currency: nothing is due on it, and nothing will be.
UPDATE "invoices" SET "amount_written_off" = "total" - "amount_paid" - "amount_adjusted"
WHERE "status" = 'paid' AND "deleted_at" IS NULL
	AND "total" > "amount_paid" + "amount_adjusted";
--> statement-breakpoint
-- A deletion takes back what was recorded by hand; what a provider brought is credit.
UPDATE "payments" y SET "status" = 'reversed', "reversal" = 'deletion' FROM "invoices" i
WHERE i."business_id" = y."business_id" AND i."id" = y."invoice_id"
	AND i."deleted_at" IS NOT NULL AND y."provider" IS NULL AND y."status" = 'completed';
--> statement-breakpoint
INSERT INTO "ledger_entries"
	("business_id", "customer_id", "currency", "type", "invoice_id", "amount", "entry_date", "created_at")
SELECT "business_id", "customer_id", "currency", 'issued', "id", "total", "issue_date", "created_at"
FROM "invoices" WHERE "status" <> 'draft' AND "deleted_at" IS NULL AND "total" <> 0
ORDER BY "business_id", "id";
--> statement-breakpoint
INSERT INTO "ledger_entries"
	("business_id", "customer_id", "currency", "type", "invoice_id", "payment_id", "amount",
	 "entry_date", "created_at")
SELECT "business_id", "customer_id", "currency", 'received', "invoice_id", "id", -"amount",
	"payment_date", "created_at"
FROM "payments" WHERE "status" IN ('completed', 'refunded') AND "amount" <> 0
ORDER BY "business_id", "id";
--> statement-breakpoint
-- On the day on which it was last heard of; on the payment's own where nobody wrote it down.
INSERT INTO "ledger_entries"
	("business_id", "customer_id", "currency", "type", "invoice_id", "payment_id", "amount",
	 "entry_date", "created_at")
SELECT y."business_id", y."customer_id", y."currency", 'refunded', y."invoice_id", y."id",
	y."refunded_amount", greatest(y."payment_date", e."day"), coalesce(e."at", y."created_at")
FROM "payments" y
LEFT JOIN LATERAL (
	SELECT max(e."created_at") AS "at",
		(max(e."created_at") AT TIME ZONE coalesce(b."time_zone", 'UTC'))::date AS "day"
	FROM "events" e
	LEFT JOIN "business_profiles" b ON b."business_id" = e."business_id"
	WHERE e."business_id" = y."business_id" AND e."invoice_id" = y."invoice_id"
		AND e."type" = 'payment.refunded' AND e."data" ->> 'paymentId' = y."id"::text
	GROUP BY b."time_zone"
) e ON true
WHERE y."status" IN ('completed', 'refunded') AND y."refunded_amount" > 0
ORDER BY y."business_id", y."id";
--> statement-breakpoint
INSERT INTO "ledger_entries"
	("business_id", "customer_id", "currency", "type", "invoice_id", "amount", "entry_date", "created_at")
SELECT i."business_id", i."customer_id", i."currency", 'adjusted', i."id", -i."amount_adjusted",
	(SELECT max(r."entry_date") FROM "ledger_entries" r
	 WHERE r."business_id" = i."business_id" AND r."invoice_id" = i."id" AND r."type" = 'refunded'),
	i."updated_at"
FROM "invoices" i WHERE i."amount_adjusted" > 0
ORDER BY i."business_id", i."id";
--> statement-breakpoint
INSERT INTO "ledger_entries"
	("business_id", "customer_id", "currency", "type", "invoice_id", "amount", "entry_date", "reason",
	 "created_at")
SELECT "business_id", "customer_id", "currency", 'written_off', "id", -"amount_written_off",
	"issue_date", 'Was marked as paid without a payment', "updated_at"
FROM "invoices" WHERE "amount_written_off" > 0
ORDER BY "business_id", "id";
--> statement-breakpoint
UPDATE "customer_invoice_totals" t SET "paid" = s."paid", "due" = s."due" FROM (
	SELECT "business_id", "customer_id", "currency", "status", sum("amount_paid") AS "paid",
		sum("amount_due") AS "due"
	FROM "invoices" WHERE "deleted_at" IS NULL GROUP BY 1, 2, 3, 4
) s
WHERE s."business_id" = t."business_id" AND s."customer_id" = t."customer_id"
	AND s."currency" = t."currency" AND s."status" = t."status";
--> statement-breakpoint
UPDATE "invoice_totals" t SET "paid" = s."paid", "due" = s."due" FROM (
	SELECT "business_id", "currency", "status", sum("paid") AS "paid", sum("due") AS "due"
	FROM "customer_invoice_totals" GROUP BY 1, 2, 3
) s
WHERE s."business_id" = t."business_id" AND s."currency" = t."currency" AND s."status" = t."status";
--> statement-breakpoint
ALTER TABLE "customer_invoice_totals" DROP COLUMN "received";
--> statement-breakpoint
ALTER TABLE "invoice_totals" DROP COLUMN "received";
--> statement-breakpoint
ALTER TABLE "invoices" DROP COLUMN "amount_received";
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_settled" CHECK ("invoices"."amount_paid" >= 0 and "invoices"."amount_adjusted" >= 0 and "invoices"."amount_written_off" >= 0
        and "invoices"."amount_due" >= 0);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_allocated" CHECK ("payments"."allocated_amount" >= 0 and "payments"."allocated_amount" + "payments"."refunded_amount" <= "payments"."amount");
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_counting" CHECK ("payments"."status" = 'completed' or "payments"."allocated_amount" = 0);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reversal" CHECK ("payments"."reversal" in ('undone', 'status', 'deletion'));
