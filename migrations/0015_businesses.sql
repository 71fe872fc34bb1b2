CREATE TABLE "businesses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscription_status" text DEFAULT 'trial' NOT NULL,
	"subscription_plan" text,
	"trial_invoices_used" integer DEFAULT 0 NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"suspended_at" timestamp (3) with time zone,
	"suspension_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "businesses_stripe_customer_id_unique" UNIQUE("stripe_customer_id"),
	CONSTRAINT "businesses_stripe_subscription_id_unique" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "businesses_trial_not_negative" CHECK ("businesses"."trial_invoices_used" >= 0),
	CONSTRAINT "businesses_status" CHECK ("businesses"."subscription_status" in ('trial', 'active', 'canceled')),
	CONSTRAINT "businesses_suspension" CHECK ("businesses"."suspended_at" is not null or "businesses"."suspension_reason" is null),
	CONSTRAINT "businesses_plan" CHECK ("businesses"."subscription_plan" in ('monthly', 'yearly'))
);
--> statement-breakpoint
CREATE TABLE "members" (
	"business_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_business_id_account_id_pk" PRIMARY KEY("business_id","account_id"),
	CONSTRAINT "members_role" CHECK ("members"."role" = 'owner')
);
--> statement-breakpoint
-- The business of an account that exists takes its id: keys are sealed to it, and jobs name it.
INSERT INTO "businesses" ("id", "subscription_status", "subscription_plan", "trial_invoices_used",
  "stripe_customer_id", "stripe_subscription_id", "suspended_at", "suspension_reason", "created_at",
  "updated_at")
SELECT "id", "subscription_status", "subscription_plan", "trial_invoices_used", "stripe_customer_id",
  "stripe_subscription_id", "suspended_at", "suspension_reason", "created_at", "updated_at" FROM "users";
--> statement-breakpoint
INSERT INTO "members" ("business_id", "account_id", "role", "created_at")
SELECT "id", "id", 'owner', "created_at" FROM "users";
--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "businesses_by_status" ON "businesses" USING btree ("subscription_status");
--> statement-breakpoint
CREATE UNIQUE INDEX "members_account" ON "members" USING btree ("account_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "members_owner" ON "members" USING btree ("business_id") WHERE role = 'owner';
--> statement-breakpoint
ALTER TABLE "events" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "events" RENAME CONSTRAINT "events_user_id_id_pk" TO "events_business_id_id_pk";
--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME CONSTRAINT "idempotency_keys_user_id_key_pk" TO "idempotency_keys_business_id_key_pk";
--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notifications" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "notifications" RENAME CONSTRAINT "notifications_user_id_id_pk" TO "notifications_business_id_id_pk";
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "customer_invoice_totals" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "customer_invoice_totals" RENAME CONSTRAINT "customer_invoice_totals_user_id_customer_id_status_pk" TO "customer_invoice_totals_business_id_customer_id_status_pk";
--> statement-breakpoint
ALTER TABLE "customers" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "customers" RENAME CONSTRAINT "customers_user_id_id_pk" TO "customers_business_id_id_pk";
--> statement-breakpoint
ALTER TABLE "customers" DROP CONSTRAINT "customers_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "emails" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "emails" RENAME CONSTRAINT "emails_user_id_id_pk" TO "emails_business_id_id_pk";
--> statement-breakpoint
ALTER TABLE "estimate_line_items" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "estimate_line_items" RENAME CONSTRAINT "estimate_line_items_user_id_id_pk" TO "estimate_line_items_business_id_id_pk";
--> statement-breakpoint
ALTER TABLE "estimates" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "estimates" RENAME CONSTRAINT "estimates_user_id_id_pk" TO "estimates_business_id_id_pk";
--> statement-breakpoint
ALTER TABLE "estimates" DROP CONSTRAINT "estimates_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "expenses" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "expenses" RENAME CONSTRAINT "expenses_user_id_id_pk" TO "expenses_business_id_id_pk";
--> statement-breakpoint
ALTER TABLE "expenses" DROP CONSTRAINT "expenses_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice_line_items" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "invoice_line_items" RENAME CONSTRAINT "invoice_line_items_user_id_id_pk" TO "invoice_line_items_business_id_id_pk";
--> statement-breakpoint
ALTER TABLE "invoice_totals" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "invoice_totals" RENAME CONSTRAINT "invoice_totals_user_id_status_pk" TO "invoice_totals_business_id_status_pk";
--> statement-breakpoint
ALTER TABLE "invoice_totals" DROP CONSTRAINT "invoice_totals_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "invoice_totals" ADD CONSTRAINT "invoice_totals_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoices" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "invoices" RENAME CONSTRAINT "invoices_user_id_id_pk" TO "invoices_business_id_id_pk";
--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "items" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "items" RENAME CONSTRAINT "items_user_id_id_pk" TO "items_business_id_id_pk";
--> statement-breakpoint
ALTER TABLE "items" DROP CONSTRAINT "items_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "checkouts" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "checkouts" RENAME CONSTRAINT "checkouts_user_id_id_pk" TO "checkouts_business_id_id_pk";
--> statement-breakpoint
ALTER TABLE "payments" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "payments" RENAME CONSTRAINT "payments_user_id_id_pk" TO "payments_business_id_id_pk";
--> statement-breakpoint
ALTER TABLE "provider_events" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "provider_events" RENAME CONSTRAINT "provider_events_user_id_provider_event_id_pk" TO "provider_events_business_id_provider_event_id_pk";
--> statement-breakpoint
ALTER TABLE "provider_events" DROP CONSTRAINT "provider_events_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "refunds" RENAME CONSTRAINT "refunds_user_id_id_pk" TO "refunds_business_id_id_pk";
--> statement-breakpoint
ALTER TABLE "retired_payment_keys" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "retired_payment_keys" RENAME CONSTRAINT "retired_payment_keys_user_id_provider_account_pk" TO "retired_payment_keys_business_id_provider_account_pk";
--> statement-breakpoint
ALTER TABLE "retired_payment_keys" DROP CONSTRAINT "retired_payment_keys_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "retired_payment_keys" ADD CONSTRAINT "retired_payment_keys_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriptions" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" DROP CONSTRAINT "webhook_endpoints_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "business_profiles" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "business_profiles" RENAME CONSTRAINT "business_profiles_user_id_id_pk" TO "business_profiles_business_id_id_pk";
--> statement-breakpoint
ALTER TABLE "business_profiles" DROP CONSTRAINT "business_profiles_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "business_profiles" ADD CONSTRAINT "business_profiles_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "public_documents" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "mail_days" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "mail_days" RENAME CONSTRAINT "mail_days_user_id_day_pk" TO "mail_days_business_id_day_pk";
--> statement-breakpoint
ALTER TABLE "mail_days" DROP CONSTRAINT "mail_days_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "mail_days" ADD CONSTRAINT "mail_days_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mail_recipients" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "mail_recipients" RENAME CONSTRAINT "mail_recipients_user_id_address_pk" TO "mail_recipients_business_id_address_pk";
--> statement-breakpoint
ALTER TABLE "mail_recipients" DROP CONSTRAINT "mail_recipients_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD CONSTRAINT "mail_recipients_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mail_senders" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "mail_senders" RENAME CONSTRAINT "mail_senders_user_id_pk" TO "mail_senders_business_id_pk";
--> statement-breakpoint
ALTER TABLE "mail_senders" DROP CONSTRAINT "mail_senders_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "mail_senders" ADD CONSTRAINT "mail_senders_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "uploads" RENAME COLUMN "user_id" TO "business_id";
--> statement-breakpoint
ALTER TABLE "uploads" RENAME CONSTRAINT "uploads_user_id_id_pk" TO "uploads_business_id_id_pk";
--> statement-breakpoint
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "customer_invoice_totals" RENAME CONSTRAINT "customer_invoice_totals_user_id_customer_id_customers_user_id_id_fk" TO "customer_invoice_totals_customer";
--> statement-breakpoint
-- What counts invoices and payments reads the columns by name.
DO $$
DECLARE definition text;
BEGIN
  FOR definition IN
    SELECT replace(pg_get_functiondef(oid), 'user_id', 'business_id') FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prosrc LIKE '%user_id%'
  LOOP
    EXECUTE definition;
  END LOOP;
END $$;
--> statement-breakpoint
DROP INDEX "users_by_status";
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_trial_not_negative";
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_status";
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_suspension";
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_plan";
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_stripe_customer_id_unique";
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_stripe_subscription_id_unique";
--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "subscription_status";
--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "subscription_plan";
--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "trial_invoices_used";
--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "stripe_customer_id";
--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "stripe_subscription_id";
--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "suspended_at";
--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "suspension_reason";
