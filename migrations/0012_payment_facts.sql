ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_status";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "still_owed_amount" numeric(10, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_status" CHECK ("checkouts"."status" in ('creating', 'open', 'capturing', 'processing', 'paid', 'failed', 'expired', 'review'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_still_owed" CHECK ("payments"."still_owed_amount" >= 0 and "payments"."still_owed_amount" <= "payments"."amount");
--> statement-breakpoint
-- Invoices that their owner opened again after a part had been given back: that part is owed again.
UPDATE payments AS y SET still_owed_amount = y.refunded_amount
FROM invoices AS i
WHERE i.user_id = y.user_id AND i.id = y.invoice_id AND i.status <> 'paid'
  AND y.status = 'completed' AND y.provider IS NOT NULL AND y.refunded_amount > 0
  AND (
    SELECT e.type FROM events AS e
    WHERE e.user_id = i.user_id AND e.invoice_id = i.id
      AND e.type IN ('invoice.paid', 'invoice.reopened')
    ORDER BY e.id DESC LIMIT 1
  ) = 'invoice.reopened';
--> statement-breakpoint
-- Invoices that were paid and given back in part before either was known asked for that part again.
WITH settled AS (
  SELECT i.user_id, i.id, i.status
  FROM invoices AS i
  JOIN payments AS y ON y.user_id = i.user_id AND y.invoice_id = i.id
  WHERE i.status <> 'paid' AND y.status = 'completed' AND y.refunded_amount < y.amount
  GROUP BY i.user_id, i.id, i.status, i.total
  HAVING sum(y.amount - least(y.still_owed_amount, y.refunded_amount)) >= i.total
    AND sum(y.refunded_amount) > 0
), paid AS (
  UPDATE invoices AS i SET status = 'paid', payment_url = NULL, version = i.version + 1,
    updated_at = now()
  FROM settled AS s WHERE i.user_id = s.user_id AND i.id = s.id
  RETURNING i.user_id, i.id, s.status
)
INSERT INTO events (user_id, type, invoice_id, data)
SELECT user_id, 'invoice.paid', id, jsonb_build_object('from', status, 'to', 'paid') FROM paid;
