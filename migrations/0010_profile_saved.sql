ALTER TABLE "business_profiles" ADD COLUMN "saved_at" timestamp (3) with time zone;
--> statement-breakpoint
-- Saved by their owners: whatever differs from what sign-up prefills. Signing up in a browser sets the
-- time zone besides, which makes version 2 of a profile that nobody has saved.
UPDATE "business_profiles" SET "saved_at" = "updated_at" WHERE "version" > 2
  OR "business_name" IS DISTINCT FROM coalesce("contact_name", split_part("email", '@', 1))
  OR "email" IS NULL
  OR coalesce("phone", "address", "city", "state", "zip_code", "country", "website", "logo_url",
    "tax_number", "stripe_publishable_key", "stripe_secret_key", "paypal_client_id",
    "paypal_client_secret", "paypal_email") IS NOT NULL
  OR "pdf_theme" <> 'classic' OR "pdf_primary_color" <> '#333333' OR "pdf_accent_color" <> '#0079F2'
  OR "preferred_payment_method" <> 'stripe';
