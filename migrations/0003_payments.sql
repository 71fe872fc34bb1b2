CREATE TABLE "checkouts" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "checkouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"key" uuid NOT NULL,
	"account" text NOT NULL,
	"provider_id" text,
	"amount" numeric(10, 2) NOT NULL,
	"currency" char(3) NOT NULL,
	"status" text DEFAULT 'creating' NOT NULL,
	"url" text,
	"refusal" text,
	"livemode" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checkouts_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "checkouts_key" UNIQUE("user_id","key"),
	CONSTRAINT "checkouts_of_provider" UNIQUE("user_id","provider","provider_id"),
	CONSTRAINT "checkouts_provider" CHECK ("checkouts"."provider" in ('stripe', 'paypal')),
	CONSTRAINT "checkouts_status" CHECK ("checkouts"."status" in ('creating', 'open', 'processing', 'paid', 'failed', 'expired', 'review')),
	CONSTRAINT "checkouts_amount" CHECK ("checkouts"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_events_user_id_provider_event_id_pk" PRIMARY KEY("user_id","provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"key" uuid NOT NULL,
	"provider_id" text,
	"amount" numeric(10, 2) NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"next_check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "refunds_key" UNIQUE("user_id","key"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('pending', 'succeeded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "retired_payment_keys" (
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"account" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retired_payment_keys_user_id_provider_account_pk" PRIMARY KEY("user_id","provider","account"),
	CONSTRAINT "retired_payment_keys_provider" CHECK ("retired_payment_keys"."provider" in ('stripe', 'paypal'))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"provider_status" text,
	"plan" text,
	"current_period_end" timestamp (3) with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"reads_begun" integer DEFAULT 0 NOT NULL,
	"read_applied" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_plan" CHECK ("subscriptions"."plan" in ('monthly', 'yearly'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"token" char(32) PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text,
	"url" text,
	"secret" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_one_each" UNIQUE("user_id","provider"),
	CONSTRAINT "webhook_endpoints_provider" CHECK ("webhook_endpoints"."provider" in ('stripe', 'paypal'))
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_status";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "checkout_id" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "provider_payment_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "method_detail" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "receipt_url" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_amount" numeric(10, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "stripe_account_detail" text;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "paypal_account_detail" text;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "payment_keys_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_invoice" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment" FOREIGN KEY ("user_id","payment_id") REFERENCES "public"."payments"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retired_payment_keys" ADD CONSTRAINT "retired_payment_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open" ON "checkouts" USING btree ("user_id","invoice_id","provider") WHERE status in ('creating', 'open');--> statement-breakpoint
CREATE INDEX "checkouts_of_invoice" ON "checkouts" USING btree ("user_id","invoice_id","id");--> statement-breakpoint
CREATE INDEX "checkouts_to_check" ON "checkouts" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "provider_events_age" ON "provider_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("user_id","payment_id","id");--> statement-breakpoint
CREATE INDEX "refunds_to_check" ON "refunds" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "retired_payment_keys_age" ON "retired_payment_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_to_check" ON "subscriptions" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_checkout" FOREIGN KEY ("user_id","checkout_id") REFERENCES "public"."checkouts"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_by_checkout" ON "payments" USING btree ("user_id","checkout_id");--> statement-breakpoint
CREATE INDEX "business_profiles_keys_checked" ON "business_profiles" USING btree ("payment_keys_checked_at") WHERE payment_keys_checked_at is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_of_provider" UNIQUE("user_id","provider","provider_payment_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_provider" CHECK ("payments"."provider" in ('stripe', 'paypal'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_dispute" CHECK ("payments"."dispute" in ('none', 'open', 'won', 'lost'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunded" CHECK ("payments"."refunded_amount" >= 0 and "payments"."refunded_amount" <= "payments"."amount");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_status" CHECK ("payments"."status" in ('pending', 'completed', 'failed', 'reversed', 'refunded', 'review'));