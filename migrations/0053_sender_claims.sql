ALTER TABLE "emails" ADD COLUMN "claim" uuid;--> statement-breakpoint
CREATE INDEX "emails_claimed" ON "emails" USING btree ("business_id","id") WHERE claim is not null;