CREATE TABLE "document_revisions" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "document_revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_id" bigint,
	"estimate_id" bigint,
	"number" integer NOT NULL,
	"body" text NOT NULL,
	"sha256" char(64) NOT NULL,
	"previous_sha256" char(64),
	"hash" char(64) NOT NULL,
	"taken_over" boolean DEFAULT false NOT NULL,
	"logo_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_revisions_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "document_revisions_of_invoice" UNIQUE("business_id","invoice_id","number"),
	CONSTRAINT "document_revisions_of_estimate" UNIQUE("business_id","estimate_id","number"),
	CONSTRAINT "document_revisions_one" CHECK (num_nonnulls("document_revisions"."invoice_id", "document_revisions"."estimate_id") = 1),
	CONSTRAINT "document_revisions_number" CHECK ("document_revisions"."number" >= 1),
	CONSTRAINT "document_revisions_first" CHECK (("document_revisions"."number" = 1) = ("document_revisions"."previous_sha256" is null))
);
--> statement-breakpoint
CREATE TABLE "revision_pdfs" (
	"business_id" uuid NOT NULL,
	"revision_id" bigint NOT NULL,
	"pdf" "bytea" NOT NULL,
	"sha256" char(64) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "revision_pdfs_pk" PRIMARY KEY("business_id","revision_id")
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "sha256" char(64);--> statement-breakpoint
ALTER TABLE "document_revisions" ADD CONSTRAINT "document_revisions_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_revisions" ADD CONSTRAINT "document_revisions_invoice" FOREIGN KEY ("business_id","invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_revisions" ADD CONSTRAINT "document_revisions_estimate" FOREIGN KEY ("business_id","estimate_id") REFERENCES "public"."estimates"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_revisions" ADD CONSTRAINT "document_revisions_logo" FOREIGN KEY ("business_id","logo_key") REFERENCES "public"."uploads"("business_id","key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_pdfs" ADD CONSTRAINT "revision_pdfs_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_pdfs" ADD CONSTRAINT "revision_pdfs_revision" FOREIGN KEY ("business_id","revision_id") REFERENCES "public"."document_revisions"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_revisions_by_logo" ON "document_revisions" USING btree ("business_id","logo_key") WHERE logo_key is not null;