CREATE TABLE "number_series" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "number_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"pattern" text NOT NULL,
	"reset" text NOT NULL,
	"year_start_month" integer DEFAULT 1 NOT NULL,
	"first_number" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "number_series_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "number_series_kind" CHECK ("number_series"."kind" in ('invoice', 'estimate', 'credit_note')),
	CONSTRAINT "number_series_reset" CHECK ("number_series"."reset" in ('never', 'year', 'month')),
	CONSTRAINT "number_series_year_start" CHECK ("number_series"."year_start_month" between 1 and 12),
	CONSTRAINT "number_series_first" CHECK ("number_series"."first_number" > 0),
	CONSTRAINT "number_series_pattern" CHECK ("number_series"."pattern" like '%{SEQ%}%')
);
--> statement-breakpoint
CREATE TABLE "number_series_counters" (
	"business_id" uuid NOT NULL,
	"series_id" bigint NOT NULL,
	"period" text NOT NULL,
	"last_number" bigint NOT NULL,
	"last_issue_date" date,
	CONSTRAINT "number_series_counters_pk" PRIMARY KEY("business_id","series_id","period"),
	CONSTRAINT "number_series_counters_last" CHECK ("number_series_counters"."last_number" >= 0)
);
--> statement-breakpoint
ALTER TABLE "estimates" DROP CONSTRAINT "estimates_number_given";--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_number_given";--> statement-breakpoint
ALTER TABLE "estimates" ALTER COLUMN "number_key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "number_key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "series_id" bigint;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "series_id" bigint;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "is_fixed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "issued_invoices" text DEFAULT 'revise' NOT NULL;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "issued_invoices_chosen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "number_series" ADD CONSTRAINT "number_series_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_series_counters" ADD CONSTRAINT "number_series_counters_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_series_counters" ADD CONSTRAINT "number_series_counters_series" FOREIGN KEY ("business_id","series_id") REFERENCES "public"."number_series"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "number_series_of_kind" ON "number_series" USING btree ("business_id","kind") WHERE archived_at is null;--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_series" FOREIGN KEY ("business_id","series_id") REFERENCES "public"."number_series"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_series" FOREIGN KEY ("business_id","series_id") REFERENCES "public"."number_series"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_number_given" CHECK (("estimates"."estimate_number" <> '' or "estimates"."status" = 'draft') and ("estimates"."estimate_number" = '') = ("estimates"."number_key" is null));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_number_given" CHECK (("invoices"."invoice_number" <> '' or "invoices"."status" = 'draft') and ("invoices"."invoice_number" = '') = ("invoices"."number_key" is null));--> statement-breakpoint
ALTER TABLE "business_profiles" ADD CONSTRAINT "business_profiles_issued_invoices" CHECK ("business_profiles"."issued_invoices" in ('revise', 'fixed'));