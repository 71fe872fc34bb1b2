ALTER TABLE "emails" ADD COLUMN "was_for_other" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What was withdrawn because its document went to another customer.
UPDATE "emails" SET "was_for_other" = true WHERE "withdrawn" = 'moved';
