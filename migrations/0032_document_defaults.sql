ALTER TABLE "emails" DROP CONSTRAINT "emails_withdrawn";--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_waits_for";--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "invoice_due_days" integer;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "invoice_notes" text;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "invoice_terms" text;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "estimate_expiry_days" integer;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "estimate_notes" text;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "estimate_terms" text;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_withdrawn" CHECK ("emails"."withdrawn" is null or ("emails"."status" = 'failed'
        and "emails"."withdrawn" in ('paid', 'deleted', 'moved', 'refunded', 'closed', 'undone')));--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_waits_for" CHECK ("emails"."waits_for" is null or ("emails"."status" = 'queued'
        and "emails"."waits_for" in ('turn', 'new_recipients', 'reinstatement', 'undo')));--> statement-breakpoint
ALTER TABLE "business_profiles" ADD CONSTRAINT "business_profiles_default_days" CHECK ("business_profiles"."invoice_due_days" between 0 and 3650 and "business_profiles"."estimate_expiry_days" between 0 and 3650);