CREATE TABLE "emails" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "emails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"invoice_id" bigint NOT NULL,
	"payment_id" bigint,
	"to_address" text NOT NULL,
	"to_name" text,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"message_id" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"next_attempt_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"sent_text" text,
	"sent_html" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "emails_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "emails_receipt" UNIQUE("user_id","payment_id"),
	CONSTRAINT "emails_kind" CHECK ("emails"."kind" in ('invoice', 'receipt')),
	CONSTRAINT "emails_status" CHECK ("emails"."status" in ('queued', 'sent', 'failed')),
	CONSTRAINT "emails_to" CHECK ("emails"."to_address" <> '')
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "uploads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"purpose" text NOT NULL,
	"upload_id" text,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	"stored_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uploads_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "uploads_key" UNIQUE("user_id","key"),
	CONSTRAINT "uploads_purpose" CHECK ("uploads"."purpose" in ('receipt', 'logo')),
	CONSTRAINT "uploads_size" CHECK ("uploads"."size" >= 0)
);
--> statement-breakpoint
DROP INDEX "payments_by_date";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "estimate_id" bigint;--> statement-breakpoint
ALTER TABLE "customer_invoice_totals" ADD COLUMN "received" numeric(20, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_totals" ADD COLUMN "received" numeric(20, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "amount_received" numeric(20, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_invoice" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_payment" FOREIGN KEY ("user_id","payment_id") REFERENCES "public"."payments"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emails_of_invoice" ON "emails" USING btree ("user_id","invoice_id","id");--> statement-breakpoint
CREATE INDEX "emails_waiting" ON "emails" USING btree ("created_at") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "uploads_unfinished" ON "uploads" USING btree ("created_at") WHERE stored_at is null;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_estimate" FOREIGN KEY ("user_id","estimate_id") REFERENCES "public"."estimates"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_of_estimate" ON "notifications" USING btree ("user_id","estimate_id");--> statement-breakpoint
CREATE INDEX "expenses_sums" ON "expenses" USING btree ("user_id","expense_date","amount") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_unpaid" ON "invoices" USING btree ("user_id","due_date","id") WHERE status in ('sent', 'overdue') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_sums" ON "invoices" USING btree ("user_id","issue_date","customer_id","status","total","amount_received") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "payments_sums" ON "payments" USING btree ("user_id","payment_date","invoice_id","amount","refunded_amount") WHERE status = 'completed';
--> statement-breakpoint
-- The sums by status and by customer count what has come as well as what was asked for.
CREATE OR REPLACE FUNCTION add_to_invoice_totals(deltas jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO invoice_totals AS t (user_id, status, invoice_count, total, received)
  SELECT d.user_id, d.status, sum(d.n), sum(d.amount), sum(d.received)
  FROM jsonb_to_recordset(deltas)
    AS d(user_id uuid, status text, n integer, amount numeric, received numeric)
  GROUP BY d.user_id, d.status
  HAVING sum(d.n) <> 0 OR sum(d.amount) <> 0 OR sum(d.received) <> 0
  ORDER BY d.user_id, d.status
  ON CONFLICT (user_id, status) DO UPDATE
  SET invoice_count = t.invoice_count + excluded.invoice_count,
    total = t.total + excluded.total, received = t.received + excluded.received;

  INSERT INTO customer_invoice_totals AS t
    (user_id, customer_id, status, invoice_count, total, received)
  SELECT d.user_id, d.customer_id, d.status, sum(d.n), sum(d.amount), sum(d.received)
  FROM jsonb_to_recordset(deltas) AS d(
    user_id uuid, customer_id bigint, status text, n integer, amount numeric, received numeric)
  GROUP BY d.user_id, d.customer_id, d.status
  HAVING sum(d.n) <> 0 OR sum(d.amount) <> 0 OR sum(d.received) <> 0
  ORDER BY d.user_id, d.customer_id, d.status
  ON CONFLICT (user_id, customer_id, status) DO UPDATE
  SET invoice_count = t.invoice_count + excluded.invoice_count,
    total = t.total + excluded.total, received = t.received + excluded.received;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_inserted_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE deltas jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('user_id', user_id, 'customer_id', customer_id,
    'status', status, 'n', n, 'amount', amount, 'received', received)) INTO deltas
  FROM (
    SELECT user_id, customer_id, status, count(*) AS n, sum(total) AS amount,
      sum(amount_received) AS received
    FROM new_rows WHERE deleted_at IS NULL GROUP BY 1, 2, 3
  ) AS changed;
  IF deltas IS NOT NULL THEN PERFORM add_to_invoice_totals(deltas); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_updated_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE deltas jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('user_id', user_id, 'customer_id', customer_id,
    'status', status, 'n', n, 'amount', amount, 'received', received)) INTO deltas
  FROM (
    SELECT user_id, customer_id, status, sum(side) AS n, sum(side * total) AS amount,
      sum(side * amount_received) AS received
    FROM (
      SELECT 1 AS side, user_id, customer_id, status, total, amount_received
      FROM new_rows WHERE deleted_at IS NULL
      UNION ALL
      SELECT -1, user_id, customer_id, status, total, amount_received
      FROM old_rows WHERE deleted_at IS NULL
    ) AS sides
    GROUP BY 1, 2, 3
    HAVING sum(side) <> 0 OR sum(side * total) <> 0 OR sum(side * amount_received) <> 0
  ) AS changed;
  IF deltas IS NOT NULL THEN PERFORM add_to_invoice_totals(deltas); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_removed_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoice_totals AS t
  SET invoice_count = t.invoice_count - d.n, total = t.total - d.amount,
    received = t.received - d.received
  FROM (
    SELECT user_id, status, count(*) AS n, sum(total) AS amount, sum(amount_received) AS received
    FROM old_rows WHERE deleted_at IS NULL GROUP BY 1, 2
  ) AS d
  WHERE t.user_id = d.user_id AND t.status = d.status;
  UPDATE customer_invoice_totals AS t
  SET invoice_count = t.invoice_count - d.n, total = t.total - d.amount,
    received = t.received - d.received
  FROM (
    SELECT user_id, customer_id, status, count(*) AS n, sum(total) AS amount,
      sum(amount_received) AS received
    FROM old_rows WHERE deleted_at IS NULL GROUP BY 1, 2, 3
  ) AS d
  WHERE t.user_id = d.user_id AND t.customer_id = d.customer_id AND t.status = d.status;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A payment counts on its invoice while it is completed, less what was given back. Payments vanish
-- only with their invoice, so there is nothing to take off when one does.
CREATE FUNCTION count_inserted_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoices AS i SET amount_received = i.amount_received + d.amount
  FROM (
    SELECT user_id, invoice_id, sum(amount - refunded_amount) AS amount
    FROM new_rows WHERE status = 'completed' GROUP BY 1, 2
  ) AS d
  WHERE i.user_id = d.user_id AND i.id = d.invoice_id AND d.amount <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_updated_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoices AS i SET amount_received = i.amount_received + d.amount
  FROM (
    SELECT user_id, invoice_id, sum(side * (amount - refunded_amount)) AS amount
    FROM (
      SELECT 1 AS side, user_id, invoice_id, amount, refunded_amount
      FROM new_rows WHERE status = 'completed'
      UNION ALL
      SELECT -1, user_id, invoice_id, amount, refunded_amount
      FROM old_rows WHERE status = 'completed'
    ) AS sides
    GROUP BY 1, 2
  ) AS d
  WHERE i.user_id = d.user_id AND i.id = d.invoice_id AND d.amount <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_count_inserted AFTER INSERT ON payments
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_payments();
--> statement-breakpoint
CREATE TRIGGER payments_count_updated AFTER UPDATE ON payments
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_updated_payments();
--> statement-breakpoint
UPDATE invoices AS i SET amount_received = p.received
FROM (
  SELECT user_id, invoice_id, sum(amount - refunded_amount) AS received
  FROM payments WHERE status = 'completed' GROUP BY 1, 2
) AS p
WHERE i.user_id = p.user_id AND i.id = p.invoice_id AND p.received <> 0;
