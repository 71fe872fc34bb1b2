-- Counts and sums of live invoices by owner and status, and by customer and status, kept by the
-- statement that changes an invoice. Rows are touched in key order, so that two transactions of one
-- owner meet in the same order and do not deadlock.
CREATE FUNCTION add_to_invoice_totals(deltas jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO invoice_totals AS t (user_id, status, invoice_count, total)
  SELECT d.user_id, d.status, sum(d.n), sum(d.amount)
  FROM jsonb_to_recordset(deltas) AS d(user_id uuid, status text, n integer, amount numeric)
  GROUP BY d.user_id, d.status
  HAVING sum(d.n) <> 0 OR sum(d.amount) <> 0
  ORDER BY d.user_id, d.status
  ON CONFLICT (user_id, status) DO UPDATE
  SET invoice_count = t.invoice_count + excluded.invoice_count, total = t.total + excluded.total;

  INSERT INTO customer_invoice_totals AS t (user_id, customer_id, status, invoice_count, total)
  SELECT d.user_id, d.customer_id, d.status, sum(d.n), sum(d.amount)
  FROM jsonb_to_recordset(deltas)
    AS d(user_id uuid, customer_id bigint, status text, n integer, amount numeric)
  GROUP BY d.user_id, d.customer_id, d.status
  HAVING sum(d.n) <> 0 OR sum(d.amount) <> 0
  ORDER BY d.user_id, d.customer_id, d.status
  ON CONFLICT (user_id, customer_id, status) DO UPDATE
  SET invoice_count = t.invoice_count + excluded.invoice_count, total = t.total + excluded.total;
$$;
--> statement-breakpoint
CREATE FUNCTION count_inserted_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE deltas jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('user_id', user_id, 'customer_id', customer_id,
    'status', status, 'n', n, 'amount', amount)) INTO deltas
  FROM (
    SELECT user_id, customer_id, status, count(*) AS n, sum(total) AS amount
    FROM new_rows WHERE deleted_at IS NULL GROUP BY 1, 2, 3
  ) AS changed;
  IF deltas IS NOT NULL THEN PERFORM add_to_invoice_totals(deltas); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_updated_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE deltas jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('user_id', user_id, 'customer_id', customer_id,
    'status', status, 'n', n, 'amount', amount)) INTO deltas
  FROM (
    SELECT user_id, customer_id, status, sum(side) AS n, sum(side * total) AS amount
    FROM (
      SELECT 1 AS side, user_id, customer_id, status, total FROM new_rows WHERE deleted_at IS NULL
      UNION ALL
      SELECT -1, user_id, customer_id, status, total FROM old_rows WHERE deleted_at IS NULL
    ) AS sides
    GROUP BY 1, 2, 3
    HAVING sum(side) <> 0 OR sum(side * total) <> 0
  ) AS changed;
  IF deltas IS NOT NULL THEN PERFORM add_to_invoice_totals(deltas); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Rows vanish only with their owner, whose totals may be gone already: so this one never inserts.
CREATE FUNCTION count_removed_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoice_totals AS t
  SET invoice_count = t.invoice_count - d.n, total = t.total - d.amount
  FROM (
    SELECT user_id, status, count(*) AS n, sum(total) AS amount
    FROM old_rows WHERE deleted_at IS NULL GROUP BY 1, 2
  ) AS d
  WHERE t.user_id = d.user_id AND t.status = d.status;
  UPDATE customer_invoice_totals AS t
  SET invoice_count = t.invoice_count - d.n, total = t.total - d.amount
  FROM (
    SELECT user_id, customer_id, status, count(*) AS n, sum(total) AS amount
    FROM old_rows WHERE deleted_at IS NULL GROUP BY 1, 2, 3
  ) AS d
  WHERE t.user_id = d.user_id AND t.customer_id = d.customer_id AND t.status = d.status;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_count_inserted AFTER INSERT ON invoices
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_invoices();
--> statement-breakpoint
CREATE TRIGGER invoices_count_updated AFTER UPDATE ON invoices
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_updated_invoices();
--> statement-breakpoint
CREATE TRIGGER invoices_count_removed AFTER DELETE ON invoices
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_invoices();
