CREATE TABLE "recurring_invoices" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "recurring_invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"name" text,
	"content" jsonb NOT NULL,
	"currency" char(3) NOT NULL,
	"total" numeric NOT NULL,
	"start_date" date NOT NULL,
	"unit" text NOT NULL,
	"every" integer NOT NULL,
	"day_of_month" integer,
	"end_date" date,
	"max_occurrences" integer,
	"due_days" integer,
	"delivery" text NOT NULL,
	"catch_up" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"next_index" integer NOT NULL,
	"next_date" date,
	"list_date" date GENERATED ALWAYS AS (coalesce(next_date, date '2100-01-01')) STORED NOT NULL,
	"made_count" integer DEFAULT 0 NOT NULL,
	"problem" jsonb,
	"refused_at" timestamp (3) with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recurring_invoices_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "recurring_invoices_unit" CHECK ("recurring_invoices"."unit" in ('day', 'week', 'month', 'quarter', 'year')),
	CONSTRAINT "recurring_invoices_every" CHECK ("recurring_invoices"."every" between 1 and 366),
	CONSTRAINT "recurring_invoices_day_of_month" CHECK ("recurring_invoices"."day_of_month" is null
        or ("recurring_invoices"."day_of_month" between 1 and 31 and "recurring_invoices"."unit" not in ('day', 'week'))),
	CONSTRAINT "recurring_invoices_end" CHECK ("recurring_invoices"."end_date" >= "recurring_invoices"."start_date"),
	CONSTRAINT "recurring_invoices_most" CHECK ("recurring_invoices"."max_occurrences" between 1 and 9999),
	CONSTRAINT "recurring_invoices_due_days" CHECK ("recurring_invoices"."due_days" between 0 and 3650),
	CONSTRAINT "recurring_invoices_total" CHECK ("recurring_invoices"."total" >= 0),
	CONSTRAINT "recurring_invoices_words" CHECK ("recurring_invoices"."delivery" in ('draft', 'send') and "recurring_invoices"."catch_up" in ('all', 'latest', 'none')
        and "recurring_invoices"."status" in ('active', 'paused', 'ended')),
	CONSTRAINT "recurring_invoices_next" CHECK (("recurring_invoices"."next_date" is null) = ("recurring_invoices"."status" = 'ended') and "recurring_invoices"."next_index" >= 0
        and ("recurring_invoices"."next_date" is null or ("recurring_invoices"."next_date" >= "recurring_invoices"."start_date"
          and ("recurring_invoices"."end_date" is null or "recurring_invoices"."next_date" <= "recurring_invoices"."end_date")))),
	CONSTRAINT "recurring_invoices_made" CHECK ("recurring_invoices"."made_count" >= 0 and ("recurring_invoices"."max_occurrences" is null or "recurring_invoices"."status" = 'ended'
        or "recurring_invoices"."made_count" < "recurring_invoices"."max_occurrences")),
	CONSTRAINT "recurring_invoices_problem" CHECK ("recurring_invoices"."problem" is null or ("recurring_invoices"."status" <> 'ended' and "recurring_invoices"."refused_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "recurring_runs" (
	"business_id" uuid NOT NULL,
	"recurring_id" bigint NOT NULL,
	"date" date NOT NULL,
	"occurrence" integer NOT NULL,
	"outcome" text NOT NULL,
	"invoice_id" bigint,
	"is_told" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recurring_runs_business_id_recurring_id_date_pk" PRIMARY KEY("business_id","recurring_id","date"),
	CONSTRAINT "recurring_runs_made" UNIQUE("business_id","invoice_id"),
	CONSTRAINT "recurring_runs_outcome" CHECK ("recurring_runs"."outcome" in ('made', 'skipped', 'missed')),
	CONSTRAINT "recurring_runs_has_made" CHECK (("recurring_runs"."outcome" = 'made') = ("recurring_runs"."invoice_id" is not null)),
	CONSTRAINT "recurring_runs_occurrence" CHECK ("recurring_runs"."occurrence" >= 0)
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "recurring_id" bigint;--> statement-breakpoint
ALTER TABLE "recurring_invoices" ADD CONSTRAINT "recurring_invoices_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_invoices" ADD CONSTRAINT "recurring_invoices_customer" FOREIGN KEY ("business_id","customer_id") REFERENCES "public"."customers"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_runs" ADD CONSTRAINT "recurring_runs_of" FOREIGN KEY ("business_id","recurring_id") REFERENCES "public"."recurring_invoices"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_runs" ADD CONSTRAINT "recurring_runs_invoice" FOREIGN KEY ("business_id","invoice_id") REFERENCES "public"."invoices"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recurring_invoices_list" ON "recurring_invoices" USING btree ("business_id","list_date","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "recurring_invoices_by_customer" ON "recurring_invoices" USING btree ("business_id","customer_id");--> statement-breakpoint
CREATE INDEX "recurring_invoices_search" ON "recurring_invoices" USING gin ("business_id",search_text gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "recurring_invoices_due" ON "recurring_invoices" USING btree ("next_date") WHERE status = 'active' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "recurring_invoices_due_by_owner" ON "recurring_invoices" USING btree ("business_id","next_date","id") WHERE status = 'active' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "recurring_runs_to_tell" ON "recurring_runs" USING btree ("business_id","recurring_id") WHERE not is_told;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_recurring" FOREIGN KEY ("business_id","recurring_id") REFERENCES "public"."recurring_invoices"("business_id","id") ON DELETE cascade ON UPDATE no action;