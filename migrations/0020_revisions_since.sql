-- Businesses that are there have documents to take over; one that comes has none.
ALTER TABLE "businesses" ADD COLUMN "revisions_since" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "businesses" ALTER COLUMN "revisions_since" SET DEFAULT now();
