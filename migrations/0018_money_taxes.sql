CREATE TABLE "reference_rates" (
	"date" date NOT NULL,
	"currency" char(3) NOT NULL,
	"per_euro" numeric NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reference_rates_date_currency_pk" PRIMARY KEY("date","currency"),
	CONSTRAINT "reference_rates_positive" CHECK ("reference_rates"."per_euro" > 0)
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tax_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"rate" numeric NOT NULL,
	"category" text,
	"compound" boolean DEFAULT false NOT NULL,
	"exemption_reason" text,
	"registration_number" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tax_rates_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "tax_rates_name" CHECK ("tax_rates"."name" <> ''),
	CONSTRAINT "tax_rates_rate" CHECK ("tax_rates"."rate" >= 0 and "tax_rates"."rate" < 1000)
);
--> statement-breakpoint
ALTER TABLE "estimate_line_items" DROP CONSTRAINT "estimate_line_items_total";
--> statement-breakpoint
ALTER TABLE "estimates" DROP CONSTRAINT "estimates_total";
--> statement-breakpoint
ALTER TABLE "invoice_line_items" DROP CONSTRAINT "invoice_line_items_total";
--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_total";
--> statement-breakpoint
DROP INDEX "expenses_sums";
--> statement-breakpoint
DROP INDEX "invoices_sums";
--> statement-breakpoint
DROP INDEX "payments_sums";
--> statement-breakpoint
ALTER TABLE "customer_invoice_totals" ALTER COLUMN "total" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "customer_invoice_totals" ALTER COLUMN "total" SET DEFAULT '0.00';
--> statement-breakpoint
ALTER TABLE "customer_invoice_totals" ALTER COLUMN "received" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "customer_invoice_totals" ALTER COLUMN "received" SET DEFAULT '0.00';
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ALTER COLUMN "quantity" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ALTER COLUMN "unit_price" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ALTER COLUMN "total" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "estimates" ALTER COLUMN "subtotal" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "estimates" ALTER COLUMN "tax_amount" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "estimates" ALTER COLUMN "tax_amount" SET DEFAULT '0.00';
--> statement-breakpoint
ALTER TABLE "estimates" ALTER COLUMN "tax_rate" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "estimates" ALTER COLUMN "tax_rate" SET DEFAULT '0.00';
--> statement-breakpoint
ALTER TABLE "estimates" ALTER COLUMN "total" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "expenses" ALTER COLUMN "amount" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ALTER COLUMN "quantity" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ALTER COLUMN "unit_price" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ALTER COLUMN "total" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "invoice_totals" ALTER COLUMN "total" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "invoice_totals" ALTER COLUMN "total" SET DEFAULT '0.00';
--> statement-breakpoint
ALTER TABLE "invoice_totals" ALTER COLUMN "received" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "invoice_totals" ALTER COLUMN "received" SET DEFAULT '0.00';
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "subtotal" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "tax_amount" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "tax_amount" SET DEFAULT '0.00';
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "tax_rate" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "tax_rate" SET DEFAULT '0.00';
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "total" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "amount_received" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "amount_received" SET DEFAULT '0.00';
--> statement-breakpoint
ALTER TABLE "items" ALTER COLUMN "unit_price" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "checkouts" ALTER COLUMN "amount" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "amount" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "refunded_amount" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "refunded_amount" SET DEFAULT '0.00';
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "still_owed_amount" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "still_owed_amount" SET DEFAULT '0.00';
--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "amount" SET DATA TYPE numeric;
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "currency" char(3);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "vat_id" text;
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "tax_category" text;
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "tax_exemption_reason" text;
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD COLUMN "unit" text;
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD COLUMN "discount_percent" numeric;
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD COLUMN "discount_amount" numeric;
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD COLUMN "item_code" text;
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD COLUMN "service_period" jsonb;
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD COLUMN "taxes" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD COLUMN "discount" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD COLUMN "net" numeric;
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD COLUMN "tax" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD COLUMN "gross" numeric;
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "prices_include_tax" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "discounts" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "charges" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "supply_date" date;
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "service_period" jsonb;
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "delivery_address" text;
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "buyer_reference" text;
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "exchange_rate" jsonb;
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "line_total" numeric;
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "discount_total" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "charge_total" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "tax_totals" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "rounding_increment" numeric;
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "rounding" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD COLUMN "unit" text;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD COLUMN "discount_percent" numeric;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD COLUMN "discount_amount" numeric;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD COLUMN "item_code" text;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD COLUMN "service_period" jsonb;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD COLUMN "taxes" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD COLUMN "discount" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD COLUMN "net" numeric;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD COLUMN "tax" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD COLUMN "gross" numeric;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "prices_include_tax" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "discounts" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "charges" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "supply_date" date;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "service_period" jsonb;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "delivery_address" text;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "buyer_reference" text;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "exchange_rate" jsonb;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "line_total" numeric;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "discount_total" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "charge_total" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_totals" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "rounding_increment" numeric;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "rounding" numeric DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "currency" char(3) DEFAULT 'USD' NOT NULL;
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "unit" text;
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "item_code" text;
--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "vat_id" text;
--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "currency" char(3) DEFAULT 'USD' NOT NULL;
--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "prices_include_tax" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "round_totals" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "editor_columns" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "tax_rates" ADD CONSTRAINT "tax_rates_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "reference_rates_by_currency" ON "reference_rates" USING btree ("currency","date");
--> statement-breakpoint
CREATE INDEX "tax_rates_of_business" ON "tax_rates" USING btree ("business_id","archived_at","id");
--> statement-breakpoint
CREATE INDEX "expenses_sums" ON "expenses" USING btree ("business_id","expense_date","currency","amount") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "invoices_sums" ON "invoices" USING btree ("business_id","issue_date","customer_id","status","currency","total","amount_received") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "payments_sums" ON "payments" USING btree ("business_id","payment_date","invoice_id","currency","amount","refunded_amount") WHERE status = 'completed';
--> statement-breakpoint
-- What is stored becomes what the new columns say of it, row by row: a document with one rate, or with
-- a flat tax, has one row of tax, and each of its lines its part of that by largest remainder, the
-- earlier line first (shared/documents/totals.ts).
UPDATE "invoices" SET "line_total" = "subtotal", "tax_totals" = CASE WHEN "tax_amount" = 0 AND "tax_rate" = 0 THEN '[]'::jsonb
  ELSE jsonb_build_array(jsonb_build_object('name', 'Tax', 'rate', "tax_rate"::text, 'category', null, 'compound', false,
    'base', "subtotal"::text, 'amount', "tax_amount"::text)) END;
--> statement-breakpoint
UPDATE "invoice_line_items" l SET "net" = l."total", "tax" = part."tax", "gross" = l."total" + part."tax"
FROM (
  SELECT s."business_id", s."id", (s."units" + CASE WHEN s."rank" <= s."left" THEN 1 ELSE 0 END) / 100.00 AS "tax"
  FROM (
    SELECT w.*, w."tax_units" - sum(w."units") OVER (PARTITION BY w."business_id", w."document") AS "left",
      row_number() OVER (PARTITION BY w."business_id", w."document" ORDER BY w."remainder" DESC, w."position") AS "rank"
    FROM (
      SELECT l."business_id", l."id", l."invoice_id" AS "document", l."position", d."tax_amount" * 100 AS "tax_units",
        CASE WHEN d."subtotal" = 0 THEN CASE WHEN l."position" = 1 THEN d."tax_amount" * 100 ELSE 0 END
          ELSE div(d."tax_amount" * 100 * l."total", d."subtotal") END AS "units",
        CASE WHEN d."subtotal" = 0 THEN 0 ELSE mod(d."tax_amount" * 100 * l."total", d."subtotal") END AS "remainder"
      FROM "invoice_line_items" l JOIN "invoices" d ON d."business_id" = l."business_id" AND d."id" = l."invoice_id"
    ) w
  ) s
) part
WHERE part."business_id" = l."business_id" AND part."id" = l."id";
--> statement-breakpoint
UPDATE "invoice_line_items" SET "tax" = round("tax", 2), "gross" = round("gross", 2) WHERE scale("tax") <> 2 OR scale("gross") <> 2;
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "line_total" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ALTER COLUMN "net" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ALTER COLUMN "gross" SET NOT NULL;
--> statement-breakpoint
UPDATE "estimates" SET "line_total" = "subtotal", "tax_totals" = CASE WHEN "tax_amount" = 0 AND "tax_rate" = 0 THEN '[]'::jsonb
  ELSE jsonb_build_array(jsonb_build_object('name', 'Tax', 'rate', "tax_rate"::text, 'category', null, 'compound', false,
    'base', "subtotal"::text, 'amount', "tax_amount"::text)) END;
--> statement-breakpoint
UPDATE "estimate_line_items" l SET "net" = l."total", "tax" = part."tax", "gross" = l."total" + part."tax"
FROM (
  SELECT s."business_id", s."id", (s."units" + CASE WHEN s."rank" <= s."left" THEN 1 ELSE 0 END) / 100.00 AS "tax"
  FROM (
    SELECT w.*, w."tax_units" - sum(w."units") OVER (PARTITION BY w."business_id", w."document") AS "left",
      row_number() OVER (PARTITION BY w."business_id", w."document" ORDER BY w."remainder" DESC, w."position") AS "rank"
    FROM (
      SELECT l."business_id", l."id", l."estimate_id" AS "document", l."position", d."tax_amount" * 100 AS "tax_units",
        CASE WHEN d."subtotal" = 0 THEN CASE WHEN l."position" = 1 THEN d."tax_amount" * 100 ELSE 0 END
          ELSE div(d."tax_amount" * 100 * l."total", d."subtotal") END AS "units",
        CASE WHEN d."subtotal" = 0 THEN 0 ELSE mod(d."tax_amount" * 100 * l."total", d."subtotal") END AS "remainder"
      FROM "estimate_line_items" l JOIN "estimates" d ON d."business_id" = l."business_id" AND d."id" = l."estimate_id"
    ) w
  ) s
) part
WHERE part."business_id" = l."business_id" AND part."id" = l."id";
--> statement-breakpoint
UPDATE "estimate_line_items" SET "tax" = round("tax", 2), "gross" = round("gross", 2) WHERE scale("tax") <> 2 OR scale("gross") <> 2;
--> statement-breakpoint
ALTER TABLE "estimates" ALTER COLUMN "line_total" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ALTER COLUMN "net" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ALTER COLUMN "gross" SET NOT NULL;
--> statement-breakpoint
-- Amounts have the decimals of their currency from here on; only what was paid could be in another.
UPDATE "refunds" r SET "amount" = round(r."amount", 0) FROM "payments" p
WHERE p."business_id" = r."business_id" AND p."id" = r."payment_id" AND p."currency" IN ('BIF','CLP','DJF','GNF','ISK','JPY','KMF','KRW','PYG','RWF','UGX','VND','VUV','XAF','XOF','XPF');
--> statement-breakpoint
UPDATE "payments" SET "amount" = round("amount", 0), "refunded_amount" = round("refunded_amount", 0),
  "still_owed_amount" = round("still_owed_amount", 0) WHERE "currency" IN ('BIF','CLP','DJF','GNF','ISK','JPY','KMF','KRW','PYG','RWF','UGX','VND','VUV','XAF','XOF','XPF');
--> statement-breakpoint
UPDATE "checkouts" SET "amount" = round("amount", 0) WHERE "currency" IN ('BIF','CLP','DJF','GNF','ISK','JPY','KMF','KRW','PYG','RWF','UGX','VND','VUV','XAF','XOF','XPF');
--> statement-breakpoint
UPDATE "refunds" r SET "amount" = round(r."amount", 3) FROM "payments" p
WHERE p."business_id" = r."business_id" AND p."id" = r."payment_id" AND p."currency" IN ('BHD','IQD','JOD','KWD','LYD','OMR','TND');
--> statement-breakpoint
UPDATE "payments" SET "amount" = round("amount", 3), "refunded_amount" = round("refunded_amount", 3),
  "still_owed_amount" = round("still_owed_amount", 3) WHERE "currency" IN ('BHD','IQD','JOD','KWD','LYD','OMR','TND');
--> statement-breakpoint
UPDATE "checkouts" SET "amount" = round("amount", 3) WHERE "currency" IN ('BHD','IQD','JOD','KWD','LYD','OMR','TND');
--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_tax_category" CHECK ("customers"."tax_category" in ('E', 'AE', 'K', 'G', 'O'));
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD CONSTRAINT "estimate_line_items_gross" CHECK ("estimate_line_items"."gross" = "estimate_line_items"."net" + "estimate_line_items"."tax");
--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD CONSTRAINT "estimate_line_items_total" CHECK ("estimate_line_items"."total" + "estimate_line_items"."discount" = round("estimate_line_items"."quantity" * "estimate_line_items"."unit_price", scale("estimate_line_items"."total")));
--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_total" CHECK ("estimates"."total" = "estimates"."subtotal" + "estimates"."tax_amount" + "estimates"."rounding");
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD CONSTRAINT "invoice_line_items_gross" CHECK ("invoice_line_items"."gross" = "invoice_line_items"."net" + "invoice_line_items"."tax");
--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD CONSTRAINT "invoice_line_items_total" CHECK ("invoice_line_items"."total" + "invoice_line_items"."discount" = round("invoice_line_items"."quantity" * "invoice_line_items"."unit_price", scale("invoice_line_items"."total")));
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_total" CHECK ("invoices"."total" = "invoices"."subtotal" + "invoices"."tax_amount" + "invoices"."rounding");