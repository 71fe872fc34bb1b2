CREATE TABLE "tax_entries" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tax_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"type" text NOT NULL,
	"invoice_id" bigint,
	"credit_note_id" bigint,
	"name" text NOT NULL,
	"rate" numeric NOT NULL,
	"category" text,
	"currency" char(3) NOT NULL,
	"base" numeric NOT NULL,
	"amount" numeric NOT NULL,
	"tax_currency" char(3) NOT NULL,
	"tax_base" numeric NOT NULL,
	"tax_amount" numeric NOT NULL,
	"entry_date" date NOT NULL,
	"tax_date" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tax_entries_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "tax_entries_type" CHECK ("tax_entries"."type" in ('issued', 'revised', 'withdrawn', 'deleted', 'restored', 'credited'))
);
--> statement-breakpoint
DROP INDEX "ledger_entries_sums";--> statement-breakpoint
ALTER TABLE "allocations" ADD COLUMN "entry_date" date;--> statement-breakpoint
ALTER TABLE "tax_entries" ADD CONSTRAINT "tax_entries_customer" FOREIGN KEY ("business_id","customer_id") REFERENCES "public"."customers"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_entries" ADD CONSTRAINT "tax_entries_invoice" FOREIGN KEY ("business_id","invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_entries" ADD CONSTRAINT "tax_entries_credit_note" FOREIGN KEY ("business_id","credit_note_id") REFERENCES "public"."credit_notes"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tax_entries_sums" ON "tax_entries" USING btree ("business_id","tax_date","tax_currency","name","rate","category","tax_base","tax_amount");--> statement-breakpoint
CREATE INDEX "tax_entries_by_day" ON "tax_entries" USING btree ("business_id","entry_date","currency","amount","customer_id","invoice_id");--> statement-breakpoint
CREATE INDEX "tax_entries_by_invoice" ON "tax_entries" USING btree ("business_id","invoice_id");--> statement-breakpoint
CREATE INDEX "tax_entries_by_credit_note" ON "tax_entries" USING btree ("business_id","credit_note_id") WHERE credit_note_id is not null;--> statement-breakpoint
CREATE INDEX "allocations_by_day" ON "allocations" USING btree ("business_id","entry_date","invoice_id","amount");--> statement-breakpoint
CREATE INDEX "ledger_entries_sums" ON "ledger_entries" USING btree ("business_id","entry_date","type","currency","amount","customer_id");
--> statement-breakpoint
-- What a payment settled as it came is of its day; everything else of the day on which it was written.
UPDATE "allocations" a SET "entry_date" = coalesce(
	(SELECT max(e."entry_date") FROM "ledger_entries" e
	 WHERE e."business_id" = a."business_id" AND e."payment_id" = a."payment_id"
		AND e."type" = 'received' AND e."created_at" = a."created_at" AND a."amount" > 0),
	(a."created_at" AT TIME ZONE coalesce(
		(SELECT b."time_zone" FROM "business_profiles" b WHERE b."business_id" = a."business_id"),
		'UTC'))::date);
--> statement-breakpoint
ALTER TABLE "allocations" ALTER COLUMN "entry_date" SET NOT NULL;
--> statement-breakpoint
-- The taxes of issued invoices as they are now: what they were before a change is not known by rate.
INSERT INTO "tax_entries"
	("business_id", "customer_id", "type", "invoice_id", "credit_note_id", "name", "rate", "category",
	 "currency", "base", "amount", "tax_currency", "tax_base", "tax_amount", "entry_date", "tax_date",
	 "created_at")
SELECT d."business_id", d."customer_id", 'issued', d."id", NULL,
	t."name", t."rate", t."category", d."currency", t."base", t."amount", x."tax_currency",
	round(t."base" * x."rate", c."decimals"),
	round(t."upto" * x."rate", c."decimals") - round((t."upto" - t."amount") * x."rate", c."decimals"),
	coalesce(
		(SELECT max(e."entry_date") FROM "ledger_entries" e
		 WHERE e."business_id" = d."business_id" AND e."invoice_id" = d."id" AND e."type" = 'issued'),
		d."issue_date"),
	coalesce(d."supply_date", (d."service_period" ->> 'to')::date, d."issue_date"), d."created_at"
FROM "invoices" d
CROSS JOIN LATERAL (
	SELECT coalesce(d."exchange_rate" ->> 'to', d."currency") AS "tax_currency",
		coalesce((d."exchange_rate" ->> 'rate')::numeric, 1) AS "rate"
) x
CROSS JOIN LATERAL (
	SELECT CASE WHEN x."tax_currency" IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') THEN 0
		WHEN x."tax_currency" IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 3 ELSE 2 END AS "decimals"
) c
CROSS JOIN LATERAL (
	SELECT r.*, sum(r."amount") OVER (ORDER BY r."place") AS "upto" FROM (
		SELECT * FROM ROWS FROM (jsonb_to_recordset(d."tax_totals")
			AS ("name" text, "rate" numeric, "category" text, "base" numeric, "amount" numeric))
			WITH ORDINALITY AS t ("name", "rate", "category", "base", "amount", "place")
		UNION ALL
		SELECT '', 0.00, NULL, d."subtotal", d."tax_amount", 1
		WHERE jsonb_array_length(d."tax_totals") = 0
	) r
) t
WHERE d."status" <> 'draft' AND d."deleted_at" IS NULL AND (t."base" <> 0 OR t."amount" <> 0)
ORDER BY d."business_id", d."id", t."place";
--> statement-breakpoint
INSERT INTO "tax_entries"
	("business_id", "customer_id", "type", "invoice_id", "credit_note_id", "name", "rate", "category",
	 "currency", "base", "amount", "tax_currency", "tax_base", "tax_amount", "entry_date", "tax_date",
	 "created_at")
SELECT d."business_id", d."customer_id", 'credited', d."corrects_invoice_id", d."id",
	t."name", t."rate", t."category", d."currency", -t."base", -t."amount", x."tax_currency",
	-round(t."base" * x."rate", c."decimals"),
	-(round(t."upto" * x."rate", c."decimals") - round((t."upto" - t."amount") * x."rate", c."decimals")),
	d."issue_date", d."issue_date", d."created_at"
FROM "credit_notes" d
CROSS JOIN LATERAL (
	SELECT coalesce(d."exchange_rate" ->> 'to', d."currency") AS "tax_currency",
		coalesce((d."exchange_rate" ->> 'rate')::numeric, 1) AS "rate"
) x
CROSS JOIN LATERAL (
	SELECT CASE WHEN x."tax_currency" IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') THEN 0
		WHEN x."tax_currency" IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 3 ELSE 2 END AS "decimals"
) c
CROSS JOIN LATERAL (
	SELECT r.*, sum(r."amount") OVER (ORDER BY r."place") AS "upto" FROM (
		SELECT * FROM ROWS FROM (jsonb_to_recordset(d."tax_totals")
			AS ("name" text, "rate" numeric, "category" text, "base" numeric, "amount" numeric))
			WITH ORDINALITY AS t ("name", "rate", "category", "base", "amount", "place")
		UNION ALL
		SELECT '', 0.00, NULL, d."subtotal", d."tax_amount", 1
		WHERE jsonb_array_length(d."tax_totals") = 0
	) r
) t
WHERE d."status" <> 'draft' AND (t."base" <> 0 OR t."amount" <> 0)
ORDER BY d."business_id", d."id", t."place";
