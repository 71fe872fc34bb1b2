ALTER TABLE "business_profiles" ADD COLUMN "rounded_totals" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- The one switch stands for the currencies that the business uses, with what was customary for each.
UPDATE "business_profiles" p SET "rounded_totals" = coalesce((
  select jsonb_agg(jsonb_build_object('currency', c.currency, 'increment', c.increment) order by c.currency)
  from (values ('AUD', '0.05'), ('CAD', '0.05'), ('CHF', '0.05'), ('CZK', '1.00'), ('DKK', '0.50'),
    ('HUF', '5.00'), ('INR', '1.00'), ('NOK', '1.00'), ('NZD', '0.10'), ('SEK', '1.00'),
    ('SGD', '0.05'), ('ZAR', '0.10')) c (currency, increment)
  where c.currency = p.currency
    or exists (select from customers o where o.business_id = p.business_id and o.currency = c.currency)
    or exists (select from invoices o where o.business_id = p.business_id and o.currency = c.currency)
    or exists (select from estimates o where o.business_id = p.business_id and o.currency = c.currency)
    or exists (select from recurring_invoices o
      where o.business_id = p.business_id and o.currency = c.currency)), '[]')
WHERE p.round_totals;--> statement-breakpoint
-- Recurring invoices followed that switch; from now on each says itself what its invoices are rounded to.
UPDATE "recurring_invoices" r SET "content" = r.content || jsonb_build_object('roundingIncrement', (
  select c.of -> 'increment' from business_profiles p, jsonb_array_elements(p.rounded_totals) c (of)
  where p.business_id = r.business_id and c.of ->> 'currency' = r.currency));--> statement-breakpoint
ALTER TABLE "business_profiles" DROP COLUMN "round_totals";
