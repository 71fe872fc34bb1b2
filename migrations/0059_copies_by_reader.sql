ALTER TABLE "emails" ADD COLUMN "copies_left" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "copies_unsure" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD COLUMN "unblock_asked_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "mail_recipients_blocked" ON "mail_recipients" USING btree ("business_id") WHERE blocked_at is not null;