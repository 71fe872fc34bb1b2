CREATE TABLE "calendar_feeds" (
	"business_id" uuid PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"last_read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminder_changes" (
	"business_id" uuid NOT NULL,
	"invoice_id" bigint NOT NULL,
	"due_date" date NOT NULL,
	"days" integer NOT NULL,
	"moved_to" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminder_changes_pk" PRIMARY KEY("business_id","invoice_id","due_date","days")
);
--> statement-breakpoint
ALTER TABLE "recurring_invoices" ADD COLUMN "exceptions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_changes" ADD CONSTRAINT "reminder_changes_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_changes" ADD CONSTRAINT "reminder_changes_invoice" FOREIGN KEY ("business_id","invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reminder_changes_moved" ON "reminder_changes" USING btree ("business_id","moved_to") WHERE moved_to is not null;