CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint NOT NULL,
	CONSTRAINT "rate_limits_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sid" text NOT NULL,
	"user_id" uuid NOT NULL,
	"sess" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_sid_unique" UNIQUE("sid")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"subscription_status" text DEFAULT 'trial' NOT NULL,
	"subscription_plan" text,
	"trial_invoices_used" integer DEFAULT 0 NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_stripe_customer_id_unique" UNIQUE("stripe_customer_id"),
	CONSTRAINT "users_stripe_subscription_id_unique" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_trial_not_negative" CHECK ("users"."trial_invoices_used" >= 0),
	CONSTRAINT "users_status" CHECK ("users"."subscription_status" in ('trial', 'active', 'canceled')),
	CONSTRAINT "users_plan" CHECK ("users"."subscription_plan" in ('monthly', 'yearly'))
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"invoice_id" bigint,
	"estimate_id" bigint,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"response" jsonb,
	"http_status" integer DEFAULT 200 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"invoice_id" bigint,
	"is_read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_invoice_totals" (
	"user_id" uuid NOT NULL,
	"customer_id" bigint NOT NULL,
	"status" text NOT NULL,
	"invoice_count" integer DEFAULT 0 NOT NULL,
	"total" numeric(20, 2) DEFAULT '0' NOT NULL,
	CONSTRAINT "customer_invoice_totals_user_id_customer_id_status_pk" PRIMARY KEY("user_id","customer_id","status")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "customers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"company" text,
	"email" text,
	"phone" text,
	"address" text,
	"city" text,
	"state" text,
	"zip_code" text,
	"country" text,
	"search_text" text DEFAULT '' NOT NULL,
	"sort_name" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "customers_name" CHECK ("customers"."name" <> '')
);
--> statement-breakpoint
CREATE TABLE "estimate_line_items" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "estimate_line_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"estimate_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"item_id" bigint,
	"description" text NOT NULL,
	"quantity" numeric(10, 2) NOT NULL,
	"unit_price" numeric(10, 2) NOT NULL,
	"total" numeric(10, 2) NOT NULL,
	CONSTRAINT "estimate_line_items_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "estimate_line_items_position" UNIQUE("user_id","estimate_id","position"),
	CONSTRAINT "estimate_line_items_description" CHECK ("estimate_line_items"."description" <> ''),
	CONSTRAINT "estimate_line_items_quantity" CHECK ("estimate_line_items"."quantity" > 0),
	CONSTRAINT "estimate_line_items_unit_price" CHECK ("estimate_line_items"."unit_price" >= 0),
	CONSTRAINT "estimate_line_items_total" CHECK ("estimate_line_items"."total" = round("estimate_line_items"."quantity" * "estimate_line_items"."unit_price", 2))
);
--> statement-breakpoint
CREATE TABLE "estimates" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "estimates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"estimate_number" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"issue_date" date NOT NULL,
	"expiry_date" date NOT NULL,
	"currency" char(3) DEFAULT 'USD' NOT NULL,
	"subtotal" numeric(10, 2) NOT NULL,
	"tax_amount" numeric(10, 2) DEFAULT '0' NOT NULL,
	"tax_rate" numeric(5, 2) DEFAULT '0' NOT NULL,
	"total" numeric(10, 2) NOT NULL,
	"notes" text,
	"terms" text,
	"invoice_id" bigint,
	"search_text" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "estimates_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "estimates_number" UNIQUE("user_id","estimate_number"),
	CONSTRAINT "estimates_invoice" UNIQUE("user_id","invoice_id"),
	CONSTRAINT "estimates_status" CHECK ("estimates"."status" in ('draft', 'sent', 'accepted', 'rejected', 'expired')),
	CONSTRAINT "estimates_number_given" CHECK ("estimates"."estimate_number" <> ''),
	CONSTRAINT "estimates_amounts" CHECK ("estimates"."subtotal" >= 0 and "estimates"."tax_amount" >= 0 and "estimates"."tax_rate" >= 0),
	CONSTRAINT "estimates_total" CHECK ("estimates"."total" = "estimates"."subtotal" + "estimates"."tax_amount")
);
--> statement-breakpoint
CREATE TABLE "expenses" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "expenses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint,
	"category" text NOT NULL,
	"description" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"currency" char(3) DEFAULT 'USD' NOT NULL,
	"expense_date" date NOT NULL,
	"vendor" text,
	"receipt_url" text,
	"search_text" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "expenses_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "expenses_description" CHECK ("expenses"."description" <> ''),
	CONSTRAINT "expenses_category" CHECK ("expenses"."category" <> ''),
	CONSTRAINT "expenses_amount" CHECK ("expenses"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "invoice_line_items" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "invoice_line_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"item_id" bigint,
	"description" text NOT NULL,
	"quantity" numeric(10, 2) NOT NULL,
	"unit_price" numeric(10, 2) NOT NULL,
	"total" numeric(10, 2) NOT NULL,
	CONSTRAINT "invoice_line_items_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "invoice_line_items_position" UNIQUE("user_id","invoice_id","position"),
	CONSTRAINT "invoice_line_items_description" CHECK ("invoice_line_items"."description" <> ''),
	CONSTRAINT "invoice_line_items_quantity" CHECK ("invoice_line_items"."quantity" > 0),
	CONSTRAINT "invoice_line_items_unit_price" CHECK ("invoice_line_items"."unit_price" >= 0),
	CONSTRAINT "invoice_line_items_total" CHECK ("invoice_line_items"."total" = round("invoice_line_items"."quantity" * "invoice_line_items"."unit_price", 2))
);
--> statement-breakpoint
CREATE TABLE "invoice_totals" (
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"invoice_count" integer DEFAULT 0 NOT NULL,
	"total" numeric(20, 2) DEFAULT '0' NOT NULL,
	CONSTRAINT "invoice_totals_user_id_status_pk" PRIMARY KEY("user_id","status")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"invoice_number" text NOT NULL,
	"po_number" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"issue_date" date NOT NULL,
	"due_date" date NOT NULL,
	"currency" char(3) DEFAULT 'USD' NOT NULL,
	"subtotal" numeric(10, 2) NOT NULL,
	"tax_amount" numeric(10, 2) DEFAULT '0' NOT NULL,
	"tax_rate" numeric(5, 2) DEFAULT '0' NOT NULL,
	"total" numeric(10, 2) NOT NULL,
	"notes" text,
	"terms" text,
	"stripe_payment_intent_id" text,
	"payment_url" text,
	"search_text" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "invoices_number" UNIQUE("user_id","invoice_number"),
	CONSTRAINT "invoices_status" CHECK ("invoices"."status" in ('draft', 'sent', 'paid', 'overdue')),
	CONSTRAINT "invoices_number_given" CHECK ("invoices"."invoice_number" <> ''),
	CONSTRAINT "invoices_amounts" CHECK ("invoices"."subtotal" >= 0 and "invoices"."tax_amount" >= 0 and "invoices"."tax_rate" >= 0),
	CONSTRAINT "invoices_total" CHECK ("invoices"."total" = "invoices"."subtotal" + "invoices"."tax_amount")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_id" bigint NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"currency" char(3) DEFAULT 'USD' NOT NULL,
	"payment_date" date NOT NULL,
	"payment_method" text,
	"stripe_payment_intent_id" text,
	"stripe_charge_id" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"notes" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" >= 0),
	CONSTRAINT "payments_method" CHECK ("payments"."payment_method" in ('cash', 'check', 'card', 'bank_transfer', 'other')),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('pending', 'completed', 'failed', 'reversed', 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "public_invoices" (
	"public_id" char(32) PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"invoice_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "public_invoices_invoice" UNIQUE("user_id","invoice_id")
);
--> statement-breakpoint
CREATE TABLE "items" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text,
	"unit_price" numeric(10, 2) NOT NULL,
	"category" text,
	"search_text" text DEFAULT '' NOT NULL,
	"sort_name" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "items_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "items_name" CHECK ("items"."name" <> ''),
	CONSTRAINT "items_unit_price" CHECK ("items"."unit_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "business_profiles" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "business_profiles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"business_name" text NOT NULL,
	"contact_name" text,
	"email" text,
	"phone" text,
	"address" text,
	"city" text,
	"state" text,
	"zip_code" text,
	"country" text,
	"website" text,
	"logo_url" text,
	"tax_number" text,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"pdf_theme" text DEFAULT 'classic' NOT NULL,
	"pdf_primary_color" text DEFAULT '#333333' NOT NULL,
	"pdf_accent_color" text DEFAULT '#0079F2' NOT NULL,
	"stripe_publishable_key" text,
	"stripe_secret_key" text,
	"stripe_account_status" text DEFAULT 'not_connected' NOT NULL,
	"paypal_client_id" text,
	"paypal_client_secret" text,
	"paypal_email" text,
	"paypal_account_status" text DEFAULT 'not_connected' NOT NULL,
	"preferred_payment_method" text DEFAULT 'stripe' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "business_profiles_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "business_profiles_one_each" UNIQUE("user_id"),
	CONSTRAINT "business_profiles_name" CHECK ("business_profiles"."business_name" <> ''),
	CONSTRAINT "business_profiles_theme" CHECK ("business_profiles"."pdf_theme" in ('classic', 'modern', 'elegant', 'minimal', 'creative')),
	CONSTRAINT "business_profiles_primary" CHECK ("business_profiles"."pdf_primary_color" ~ '^#[0-9a-fA-F]{6}$'),
	CONSTRAINT "business_profiles_accent" CHECK ("business_profiles"."pdf_accent_color" ~ '^#[0-9a-fA-F]{6}$'),
	CONSTRAINT "business_profiles_preferred" CHECK ("business_profiles"."preferred_payment_method" in ('stripe', 'paypal', 'both'))
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_invoice" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_estimate" FOREIGN KEY ("user_id","estimate_id") REFERENCES "public"."estimates"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_invoice" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_invoice_totals" ADD CONSTRAINT "customer_invoice_totals_user_id_customer_id_customers_user_id_id_fk" FOREIGN KEY ("user_id","customer_id") REFERENCES "public"."customers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD CONSTRAINT "estimate_line_items_estimate" FOREIGN KEY ("user_id","estimate_id") REFERENCES "public"."estimates"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD CONSTRAINT "estimate_line_items_item" FOREIGN KEY ("user_id","item_id") REFERENCES "public"."items"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_customer" FOREIGN KEY ("user_id","customer_id") REFERENCES "public"."customers"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_became" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_customer" FOREIGN KEY ("user_id","customer_id") REFERENCES "public"."customers"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD CONSTRAINT "invoice_line_items_invoice" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD CONSTRAINT "invoice_line_items_item" FOREIGN KEY ("user_id","item_id") REFERENCES "public"."items"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_totals" ADD CONSTRAINT "invoice_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_customer" FOREIGN KEY ("user_id","customer_id") REFERENCES "public"."customers"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_invoices" ADD CONSTRAINT "public_invoices_of_invoice" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD CONSTRAINT "business_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "accounts_provider" ON "accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verifications_expires" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "events_of_invoice" ON "events" USING btree ("user_id","invoice_id","id") WHERE invoice_id is not null;--> statement-breakpoint
CREATE INDEX "events_of_estimate" ON "events" USING btree ("user_id","estimate_id","id") WHERE estimate_id is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_list" ON "notifications" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE not is_read;--> statement-breakpoint
CREATE INDEX "notifications_of_invoice" ON "notifications" USING btree ("user_id","invoice_id");--> statement-breakpoint
CREATE INDEX "customers_list" ON "customers" USING btree ("user_id","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ("user_id",search_text gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "estimate_line_items_by_item" ON "estimate_line_items" USING btree ("user_id","item_id");--> statement-breakpoint
CREATE INDEX "estimates_list" ON "estimates" USING btree ("user_id","issue_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "estimates_list_by_status" ON "estimates" USING btree ("user_id","status","issue_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "estimates_by_customer" ON "estimates" USING btree ("user_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "estimates_search" ON "estimates" USING gin ("user_id",search_text gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "estimates_expiring" ON "estimates" USING btree ("expiry_date") WHERE status = 'sent' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "expenses_list" ON "expenses" USING btree ("user_id","expense_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "expenses_by_category" ON "expenses" USING btree ("user_id","category","expense_date");--> statement-breakpoint
CREATE INDEX "expenses_by_customer" ON "expenses" USING btree ("user_id","customer_id");--> statement-breakpoint
CREATE INDEX "expenses_search" ON "expenses" USING gin ("user_id",search_text gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "invoice_line_items_by_item" ON "invoice_line_items" USING btree ("user_id","item_id");--> statement-breakpoint
CREATE INDEX "invoices_list" ON "invoices" USING btree ("user_id","issue_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_list_by_status" ON "invoices" USING btree ("user_id","status","issue_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_by_customer" ON "invoices" USING btree ("user_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "invoices_search" ON "invoices" USING gin ("user_id",search_text gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_due" ON "invoices" USING btree ("due_date") WHERE status = 'sent' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "payments_by_invoice" ON "payments" USING btree ("user_id","invoice_id","id");--> statement-breakpoint
CREATE INDEX "payments_by_date" ON "payments" USING btree ("user_id","payment_date");--> statement-breakpoint
CREATE INDEX "items_list" ON "items" USING btree ("user_id","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "items_search" ON "items" USING gin ("user_id",search_text gin_trgm_ops) WHERE deleted_at is null;