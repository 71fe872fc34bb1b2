CREATE TABLE "credit_note_line_items" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "credit_note_line_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"credit_note_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"item_id" bigint,
	"description" text NOT NULL,
	"quantity" numeric NOT NULL,
	"unit" text,
	"unit_price" numeric NOT NULL,
	"discount_percent" numeric,
	"discount_amount" numeric,
	"item_code" text,
	"service_period" jsonb,
	"taxes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"discount" numeric DEFAULT '0.00' NOT NULL,
	"total" numeric NOT NULL,
	"net" numeric NOT NULL,
	"tax" numeric DEFAULT '0.00' NOT NULL,
	"gross" numeric NOT NULL,
	CONSTRAINT "credit_note_line_items_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "credit_note_line_items_position" UNIQUE("business_id","credit_note_id","position"),
	CONSTRAINT "credit_note_line_items_description" CHECK ("credit_note_line_items"."description" <> ''),
	CONSTRAINT "credit_note_line_items_quantity" CHECK ("credit_note_line_items"."quantity" > 0),
	CONSTRAINT "credit_note_line_items_unit_price" CHECK ("credit_note_line_items"."unit_price" >= 0),
	CONSTRAINT "credit_note_line_items_gross" CHECK ("credit_note_line_items"."gross" = "credit_note_line_items"."net" + "credit_note_line_items"."tax"),
	CONSTRAINT "credit_note_line_items_total" CHECK ("credit_note_line_items"."total" + "credit_note_line_items"."discount" = round("credit_note_line_items"."quantity" * "credit_note_line_items"."unit_price", scale("credit_note_line_items"."total")))
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "credit_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"number_key" text,
	"series_id" bigint,
	"issue_date" date NOT NULL,
	"currency" char(3) DEFAULT 'USD' NOT NULL,
	"prices_include_tax" boolean DEFAULT false NOT NULL,
	"discounts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"charges" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"supply_date" date,
	"service_period" jsonb,
	"delivery_address" text,
	"buyer_reference" text,
	"exchange_rate" jsonb,
	"line_total" numeric NOT NULL,
	"discount_total" numeric DEFAULT '0.00' NOT NULL,
	"charge_total" numeric DEFAULT '0.00' NOT NULL,
	"subtotal" numeric NOT NULL,
	"tax_totals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tax_amount" numeric DEFAULT '0.00' NOT NULL,
	"tax_rate" numeric DEFAULT '0.00' NOT NULL,
	"rounding_increment" numeric,
	"rounding" numeric DEFAULT '0.00' NOT NULL,
	"total" numeric NOT NULL,
	"notes" text,
	"terms" text,
	"search_text" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"credit_note_number" text NOT NULL,
	"reason" text,
	"corrected_invoice" jsonb,
	"status" text DEFAULT 'draft' NOT NULL,
	"corrects_invoice_id" bigint,
	"credit" jsonb,
	"parts" jsonb,
	CONSTRAINT "credit_notes_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "credit_notes_number" UNIQUE("business_id","number_key"),
	CONSTRAINT "credit_notes_amounts" CHECK ("credit_notes"."subtotal" >= 0 and "credit_notes"."tax_amount" >= 0 and "credit_notes"."tax_rate" >= 0),
	CONSTRAINT "credit_notes_total" CHECK ("credit_notes"."total" = "credit_notes"."subtotal" + "credit_notes"."tax_amount" + "credit_notes"."rounding"),
	CONSTRAINT "credit_notes_status" CHECK ("credit_notes"."status" in ('draft', 'issued', 'applied')),
	CONSTRAINT "credit_notes_number_given" CHECK (("credit_notes"."credit_note_number" <> '' or "credit_notes"."status" = 'draft') and ("credit_notes"."credit_note_number" = '') = ("credit_notes"."number_key" is null)),
	CONSTRAINT "credit_notes_correction" CHECK (num_nulls("credit_notes"."corrects_invoice_id", "credit_notes"."corrected_invoice", "credit_notes"."credit", "credit_notes"."parts") in (0, 4))
);
--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_kind";--> statement-breakpoint
ALTER TABLE "public_documents" DROP CONSTRAINT "public_documents_one";--> statement-breakpoint
ALTER TABLE "document_revisions" DROP CONSTRAINT "document_revisions_one";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "credit_note_id" bigint;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "credit_note_id" bigint;--> statement-breakpoint
ALTER TABLE "public_documents" ADD COLUMN "credit_note_id" bigint;--> statement-breakpoint
ALTER TABLE "document_revisions" ADD COLUMN "credit_note_id" bigint;--> statement-breakpoint
ALTER TABLE "credit_note_line_items" ADD CONSTRAINT "credit_note_line_items_credit_note" FOREIGN KEY ("business_id","credit_note_id") REFERENCES "public"."credit_notes"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_line_items" ADD CONSTRAINT "credit_note_line_items_item" FOREIGN KEY ("business_id","item_id") REFERENCES "public"."items"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_customer" FOREIGN KEY ("business_id","customer_id") REFERENCES "public"."customers"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_series" FOREIGN KEY ("business_id","series_id") REFERENCES "public"."number_series"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_corrects" FOREIGN KEY ("business_id","corrects_invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_note_line_items_by_item" ON "credit_note_line_items" USING btree ("business_id","item_id");--> statement-breakpoint
CREATE INDEX "credit_notes_list" ON "credit_notes" USING btree ("business_id","issue_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "credit_notes_by_customer" ON "credit_notes" USING btree ("business_id","customer_id","issue_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "credit_notes_search" ON "credit_notes" USING gin ("business_id",search_text gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "credit_notes_list_by_status" ON "credit_notes" USING btree ("business_id","status","issue_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "credit_notes_of_invoice" ON "credit_notes" USING btree ("business_id","corrects_invoice_id","id") WHERE corrects_invoice_id is not null;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_credit_note" FOREIGN KEY ("business_id","credit_note_id") REFERENCES "public"."credit_notes"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_credit_note" FOREIGN KEY ("business_id","credit_note_id") REFERENCES "public"."credit_notes"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_revisions" ADD CONSTRAINT "document_revisions_credit_note" FOREIGN KEY ("business_id","credit_note_id") REFERENCES "public"."credit_notes"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_of_credit_note" ON "events" USING btree ("business_id","credit_note_id","id") WHERE credit_note_id is not null;--> statement-breakpoint
CREATE INDEX "emails_of_credit_note" ON "emails" USING btree ("business_id","credit_note_id","id") WHERE credit_note_id is not null;--> statement-breakpoint
ALTER TABLE "public_documents" ADD CONSTRAINT "public_documents_credit_note" UNIQUE("business_id","credit_note_id");--> statement-breakpoint
ALTER TABLE "document_revisions" ADD CONSTRAINT "document_revisions_of_credit_note" UNIQUE("business_id","credit_note_id","number");--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_kind" CHECK (num_nonnulls("emails"."invoice_id", "emails"."estimate_id", "emails"."credit_note_id") = 1
        and case when "emails"."kind" in ('invoice', 'receipt') then "emails"."invoice_id" is not null
          when "emails"."kind" = 'estimate' then "emails"."estimate_id" is not null
          else "emails"."kind" = 'credit_note' and "emails"."credit_note_id" is not null end);--> statement-breakpoint
ALTER TABLE "public_documents" ADD CONSTRAINT "public_documents_one" CHECK (num_nonnulls("public_documents"."invoice_id", "public_documents"."estimate_id", "public_documents"."credit_note_id") = 1);--> statement-breakpoint
ALTER TABLE "document_revisions" ADD CONSTRAINT "document_revisions_one" CHECK (num_nonnulls("document_revisions"."invoice_id", "document_revisions"."estimate_id", "document_revisions"."credit_note_id") = 1);