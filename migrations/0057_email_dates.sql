ALTER TABLE "emails" DROP CONSTRAINT "emails_withdrawn";--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "refused_field" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "date_on_sending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_withdrawn" CHECK ("emails"."withdrawn" is null or ("emails"."status" = 'failed'
        and "emails"."withdrawn" in ('paid', 'deleted', 'moved', 'refunded', 'closed', 'paused', 'drafted', 'undone',
          'unsubscribed', 'bounced', 'lapsed', 'charged')));