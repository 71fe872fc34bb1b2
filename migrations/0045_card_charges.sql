CREATE TABLE "automatic_charge_changes" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "automatic_charge_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_id" bigint NOT NULL,
	"due_date" date,
	"moved_to" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "automatic_charge_changes_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "automatic_charge_changes_one" UNIQUE NULLS NOT DISTINCT("business_id","invoice_id","due_date"),
	CONSTRAINT "automatic_charge_changes_later" CHECK ("automatic_charge_changes"."moved_to" is null or ("automatic_charge_changes"."due_date" is not null and "automatic_charge_changes"."moved_to" >= "automatic_charge_changes"."due_date"))
);
--> statement-breakpoint
CREATE TABLE "card_removals" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "card_removals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account" text NOT NULL,
	"provider_method" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "card_removals_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "card_removals_one" UNIQUE("business_id","account","provider_method")
);
--> statement-breakpoint
ALTER TABLE "automatic_charges" ADD COLUMN "is_by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "automatic_charge_changes" ADD CONSTRAINT "automatic_charge_changes_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automatic_charge_changes" ADD CONSTRAINT "automatic_charge_changes_invoice" FOREIGN KEY ("business_id","invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_removals" ADD CONSTRAINT "card_removals_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_removals_due" ON "card_removals" USING btree ("next_attempt_at");--> statement-breakpoint
-- Cards of agreements that are over: only those that somebody ended were forgotten, where their provider answered.
INSERT INTO "card_removals" ("business_id", "account", "provider_method", "next_attempt_at")
SELECT DISTINCT m."business_id", m."account", m."provider_method", now() FROM "payment_mandates" m
WHERE m."ended_at" IS NOT NULL AND NOT EXISTS (
	SELECT FROM "payment_mandates" a
	WHERE a."business_id" = m."business_id" AND a."provider_method" = m."provider_method" AND a."ended_at" IS NULL);
