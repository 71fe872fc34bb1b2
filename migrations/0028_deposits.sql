CREATE TABLE "deposit_invoices" (
	"business_id" uuid NOT NULL,
	"invoice_id" bigint NOT NULL,
	"estimate_id" bigint NOT NULL,
	"deposit" jsonb NOT NULL,
	"parts" jsonb NOT NULL,
	"deducted_by_id" bigint,
	CONSTRAINT "deposit_invoices_pk" PRIMARY KEY("business_id","invoice_id")
);
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "deposit" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "invoice_type" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "deposit_estimate" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "deductions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "whole" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "deducted_parts" jsonb;--> statement-breakpoint
ALTER TABLE "deposit_invoices" ADD CONSTRAINT "deposit_invoices_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_invoices" ADD CONSTRAINT "deposit_invoices_invoice" FOREIGN KEY ("business_id","invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_invoices" ADD CONSTRAINT "deposit_invoices_estimate" FOREIGN KEY ("business_id","estimate_id") REFERENCES "public"."estimates"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_invoices" ADD CONSTRAINT "deposit_invoices_deducted_by" FOREIGN KEY ("business_id","deducted_by_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deposit_invoices_of_estimate" ON "deposit_invoices" USING btree ("business_id","estimate_id");--> statement-breakpoint
CREATE INDEX "deposit_invoices_deducted" ON "deposit_invoices" USING btree ("business_id","deducted_by_id") WHERE deducted_by_id is not null;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_type" CHECK ("invoices"."invoice_type" in ('standard', 'deposit')
        and ("invoices"."invoice_type" = 'deposit') = ("invoices"."deposit_estimate" is not null));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_deductions" CHECK (("invoices"."whole" is null) = ("invoices"."deductions" = '[]'::jsonb)
        and ("invoices"."whole" is null) = ("invoices"."deducted_parts" is null)
        and ("invoices"."invoice_type" = 'standard' or "invoices"."whole" is null));