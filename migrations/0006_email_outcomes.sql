ALTER TABLE "emails" ADD COLUMN "withdrawn" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "may_have_arrived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "expenses_by_receipt" ON "expenses" USING btree ("user_id","receipt_url") WHERE receipt_url is not null;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_withdrawn" CHECK ("emails"."withdrawn" is null or ("emails"."status" = 'failed'
        and "emails"."withdrawn" in ('paid', 'deleted', 'moved', 'refunded')));