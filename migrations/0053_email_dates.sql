ALTER TABLE "emails" ADD COLUMN "refused_field" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "date_on_sending" boolean DEFAULT false NOT NULL;