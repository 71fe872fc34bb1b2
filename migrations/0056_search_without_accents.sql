DROP INDEX "users_search";--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "sort_name" SET DATA TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "sort_name" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "items" ALTER COLUMN "sort_name" SET DATA TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "items" ALTER COLUMN "sort_name" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (normalize(lower(replace(replace(replace(replace(replace(replace(replace(translate(regexp_replace(normalize(email || ' ' || name, NFKD), '[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u064B-\u0652]', '', 'g'), 'øØłŁđĐðÐħĦŧŦŋŊıIςΣ‘’‐‑–', 'oollddddhhttnniiσσ''''---'), 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th')), NFC)) STORED;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "search_written_at" timestamp (3) with time zone;--> statement-breakpoint
-- The texts of businesses that exist are written anew when the server starts.
ALTER TABLE "businesses" ALTER COLUMN "search_written_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "businesses_search_unwritten" ON "businesses" USING btree ("id") WHERE search_written_at is null;--> statement-breakpoint
CREATE INDEX "payments_search" ON "payments" USING gin ("business_id",search_text gin_trgm_ops) WHERE search_text <> '';--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (search_text gin_trgm_ops);