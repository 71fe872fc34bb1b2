import type { SQL, SQLWrapper } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { executeNamed } from '../../db/named-statements.ts';
import { invoices } from '../../db/tables/invoices.table.ts';

/** What the sums are made of; each change of an invoice returns it. */
export const COUNTED = {
  id: invoices.id,
  customerId: invoices.customerId,
  currency: invoices.currency,
  status: invoices.status,
  total: invoices.total,
  amountReceived: invoices.amountReceived,
  deletedAt: invoices.deletedAt,
};

/**
 * Makes a change of one invoice and counts it in the sums of its business and of its customer, in one
 * statement: the only way in which a row of `invoices` is written where status, customer, amounts or
 * deletion may change.
 * @param id the invoice, locked by the caller; undefined for one that the change inserts
 * @param change an insert or update that returns `COUNTED`
 * @returns the id of the invoice; undefined where the change found none
 */
export async function countInSums(
  db: Queryable,
  businessId: string,
  id: number | undefined,
  change: SQLWrapper,
): Promise<number | undefined> {
  const { rows } = await executeNamed<{ id: string }>(
    db,
    sql`
    with before as (
      select customer_id, currency, status, total, amount_received from ${invoices}
      where business_id = ${businessId} and id = ${id ?? null}::bigint and deleted_at is null
    ), after as ${change}, deltas as (
      select customer_id, currency, status, sum(side) as invoices, sum(side * total) as total,
        sum(side * amount_received) as received
      from (
        select 1 as side, customer_id, currency, status, total, amount_received
        from after where deleted_at is null
        union all
        select -1, customer_id, currency, status, total, amount_received from before
      ) as sides
      group by customer_id, currency, status
      having sum(side) <> 0 or sum(side * total) <> 0 or sum(side * amount_received) <> 0
    ), of_business as (
      insert into invoice_totals as t
        (business_id, currency, status, invoice_count, total, received)
      select ${businessId}::uuid, currency, status, sum(invoices), sum(total), sum(received)
      from deltas group by currency, status order by currency, status
      on conflict (business_id, currency, status) do update set ${ADD}
    ), of_customers as (
      insert into customer_invoice_totals as t
        (business_id, customer_id, currency, status, invoice_count, total, received)
      select ${businessId}::uuid, customer_id, currency, status, invoices, total, received
      from deltas order by customer_id, currency, status
      on conflict (business_id, customer_id, currency, status) do update set ${ADD}
    )
    select id from after`,
  );
  return rows[0] && Number(rows[0].id);
}

const ADD: SQL = sql`
  invoice_count = t.invoice_count + excluded.invoice_count,
  total = t.total + excluded.total, received = t.received + excluded.received`;
