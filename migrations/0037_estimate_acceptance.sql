CREATE TABLE "estimate_answers" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "estimate_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"estimate_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"answer" text NOT NULL,
	"name" text,
	"way" text,
	"strokes" jsonb,
	"terms" text,
	"reason" text,
	"time_zone" text NOT NULL,
	"ip_address" text NOT NULL,
	"user_agent" text,
	"currency" char(3) NOT NULL,
	"total" numeric NOT NULL,
	"revision" integer NOT NULL,
	"sha256" char(64) NOT NULL,
	"hash" char(64) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "estimate_answers_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "estimate_answers_number" UNIQUE("business_id","estimate_id","number"),
	CONSTRAINT "estimate_answers_signed" CHECK (case "estimate_answers"."answer" when 'accepted' then "estimate_answers"."name" <> '' and "estimate_answers"."name" is not null
          and "estimate_answers"."way" is not null and "estimate_answers"."way" in ('typed', 'drawn')
          and ("estimate_answers"."way" = 'drawn') = ("estimate_answers"."strokes" is not null) and "estimate_answers"."reason" is null
        when 'declined' then num_nonnulls("estimate_answers"."name", "estimate_answers"."way", "estimate_answers"."strokes", "estimate_answers"."terms") = 0
        else false end),
	CONSTRAINT "estimate_answers_numbers" CHECK ("estimate_answers"."number" >= 1 and "estimate_answers"."revision" >= 1)
);
--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_kind";--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "on_acceptance" text;--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "acceptance_number" integer;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "on_acceptance" text DEFAULT 'draft' NOT NULL;--> statement-breakpoint
ALTER TABLE "estimate_answers" ADD CONSTRAINT "estimate_answers_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimate_answers" ADD CONSTRAINT "estimate_answers_of" FOREIGN KEY ("business_id","estimate_id") REFERENCES "public"."estimates"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_kind" CHECK (num_nonnulls("emails"."invoice_id", "emails"."estimate_id", "emails"."credit_note_id", "emails"."customer_id") = 1
        and case when "emails"."kind" in ('invoice', 'reminder', 'receipt', 'refund') then "emails"."invoice_id" is not null
          when "emails"."kind" in ('estimate', 'acceptance') then "emails"."estimate_id" is not null
          when "emails"."kind" = 'statement' then num_nonnulls("emails"."customer_id", "emails"."period_from", "emails"."period_to") = 3
          else "emails"."kind" = 'credit_note' and "emails"."credit_note_id" is not null end);--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_acceptance" CHECK ("estimates"."acceptance_number" is null or "estimates"."status" = 'accepted');--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_on_acceptance" CHECK ("estimates"."on_acceptance" in ('nothing', 'draft', 'send'));--> statement-breakpoint
ALTER TABLE "business_profiles" ADD CONSTRAINT "business_profiles_on_acceptance" CHECK ("business_profiles"."on_acceptance" in ('nothing', 'draft', 'send'));