CREATE TABLE "automatic_charges" (
	"business_id" uuid NOT NULL,
	"invoice_id" bigint NOT NULL,
	"due_date" date NOT NULL,
	"attempt" integer NOT NULL,
	"mandate_id" bigint NOT NULL,
	"checkout_id" bigint NOT NULL,
	"status" text NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"decline_code" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "automatic_charges_business_id_invoice_id_due_date_attempt_pk" PRIMARY KEY("business_id","invoice_id","due_date","attempt"),
	CONSTRAINT "automatic_charges_checkout" UNIQUE("business_id","checkout_id"),
	CONSTRAINT "automatic_charges_status" CHECK ("automatic_charges"."status" in ('charging', 'paid', 'failed', 'dropped')),
	CONSTRAINT "automatic_charges_attempt" CHECK ("automatic_charges"."attempt" >= 1)
);
--> statement-breakpoint
CREATE TABLE "payment_mandates" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payment_mandates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"account" text NOT NULL,
	"provider_customer" text NOT NULL,
	"provider_method" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"expires_month" integer NOT NULL,
	"expires_year" integer NOT NULL,
	"agreement" jsonb NOT NULL,
	"agreed_at" timestamp (3) with time zone NOT NULL,
	"refused_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_mandates_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "payment_mandates_ended" CHECK (("payment_mandates"."ended_at" is null) = ("payment_mandates"."ended_by" is null)),
	CONSTRAINT "payment_mandates_ended_by" CHECK ("payment_mandates"."ended_by" in ('customer', 'owner', 'replaced'))
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "agreement" jsonb;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "mandate_id" bigint;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "offer_automatic_payment" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "automatic_charges" ADD CONSTRAINT "automatic_charges_invoice" FOREIGN KEY ("business_id","invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automatic_charges" ADD CONSTRAINT "automatic_charges_mandate" FOREIGN KEY ("business_id","mandate_id") REFERENCES "public"."payment_mandates"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_mandates" ADD CONSTRAINT "payment_mandates_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_mandates" ADD CONSTRAINT "payment_mandates_customer" FOREIGN KEY ("business_id","customer_id") REFERENCES "public"."customers"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_mandates_active" ON "payment_mandates" USING btree ("business_id","customer_id") WHERE ended_at is null;