import type { SQL, SQLWrapper } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { InvoiceStatus } from '../../../shared/invoices/invoice-status.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Queryable } from '../../db/database.ts';
import { noteLocks } from '../../db/lock-order.ts';
import { executeNamed } from '../../db/named-statements.ts';
import { invoices } from '../../db/tables/invoices.table.ts';
import { writeLast } from '../../db/with-transaction.ts';
import { receivableEntries, taxEntries } from '../ledger/index.ts';

/** What the sums and the entries in the ledger are made of; each change of an invoice returns it. */
export const COUNTED = {
  id: invoices.id,
  customerId: invoices.customerId,
  currency: invoices.currency,
  status: invoices.status,
  total: invoices.total,
  amountPaid: invoices.amountPaid,
  amountDue: invoices.amountDue,
  amountAdjusted: invoices.amountAdjusted,
  amountWrittenOff: invoices.amountWrittenOff,
  issueDate: invoices.issueDate,
  deletedAt: invoices.deletedAt,
  subtotal: invoices.subtotal,
  taxAmount: invoices.taxAmount,
  taxTotals: invoices.taxTotals,
  supplyDate: invoices.supplyDate,
  servicePeriod: invoices.servicePeriod,
  exchangeRate: invoices.exchangeRate,
};

/** By how much a change moves the sums of a customer's invoices of one status. */
interface Delta {
  customerId: number;
  currency: string;
  status: InvoiceStatus;
  invoices: number;
  total: Decimal;
  paid: Decimal;
  due: Decimal;
}

/**
 * Makes a change of one invoice and writes it into the customer's account, in one statement, and counts it
 * in the sums of its customer and its business, last in the transaction: the only way in which a row of
 * `invoices` is written where status, customer, amounts or deletion may change.
 * @param id the invoice, locked by the caller; undefined for one that the change inserts
 * @param change an insert or update that returns `COUNTED`
 * @param reason of a write-off, where the change is one
 * @returns the id of the invoice; undefined where the change found none
 */
export async function countInSums(
  db: Queryable,
  businessId: string,
  id: number | undefined,
  change: SQLWrapper,
  now: Date,
  reason?: string,
): Promise<number | undefined> {
  const { rows } = await executeNamed<{ id: string | null; deltas: Delta[] }>(
    db,
    sql`
    with before as (
      select id, customer_id, currency, status, total, amount_paid, amount_due, amount_adjusted,
        amount_written_off, issue_date, deleted_at, subtotal, tax_amount, tax_totals, supply_date,
        service_period, exchange_rate
      from ${invoices} where business_id = ${businessId} and id = ${id ?? null}::bigint
    ), after as ${change}, entries as (${receivableEntries(businessId, now, reason)}
    ), taxes as (${taxEntries(businessId, now)})
    select (select id from after) as id, (
      select coalesce(json_agg(d), '[]'::json) from (
        select customer_id as "customerId", currency, status, sum(side) as invoices,
          sum(side * total)::text as total, sum(side * amount_paid)::text as paid,
          sum(side * amount_due)::text as due
        from (
          select 1 as side, customer_id, currency, status, total, amount_paid, amount_due
          from after where deleted_at is null
          union all
          select -1, customer_id, currency, status, total, amount_paid, amount_due
          from before where deleted_at is null
        ) as sides
        group by customer_id, currency, status
        having sum(side) <> 0 or sum(side * total) <> 0 or sum(side * amount_paid) <> 0
          or sum(side * amount_due) <> 0
      ) as d) as deltas`,
  );
  const [row] = rows;
  if (!row || row.id === null) return undefined;
  const deltas = row.deltas.map((delta) => ({ ...delta, businessId }));
  if (deltas.length > 0) await writeLast(db, writeSums, deltas);
  return Number(row.id);
}

/** The sums of customers before those of their business, each in one order: nobody waits crosswise. */
async function writeSums(
  db: Queryable,
  deltas: readonly (Delta & { businessId: string })[],
): Promise<void> {
  noteLocks(db, 'sums', [0]);
  for (const businessId of new Set(deltas.map((delta) => delta.businessId))) {
    const own = JSON.stringify(deltas.filter((delta) => delta.businessId === businessId));
    await executeNamed(
      db,
      sql`
      with deltas as (
        select "customerId" as customer_id, currency, status, sum(invoices) as invoices,
          sum(total) as total, sum(paid) as paid, sum(due) as due
        from json_to_recordset(${own}::json) as d (
          "customerId" bigint, currency text, status text, invoices bigint, total numeric,
          paid numeric, due numeric)
        group by "customerId", currency, status
        having sum(invoices) <> 0 or sum(total) <> 0 or sum(paid) <> 0 or sum(due) <> 0
      ), of_customers as (
        insert into customer_invoice_totals as t
          (business_id, customer_id, currency, status, invoice_count, total, paid, due)
        select ${businessId}::uuid, customer_id, currency, status, invoices, total, paid, due
        from deltas order by customer_id, currency, status
        on conflict (business_id, customer_id, currency, status) do update set ${ADD}
        returning 1
      )
      insert into invoice_totals as t
        (business_id, currency, status, invoice_count, total, paid, due)
      select ${businessId}::uuid, currency, status, sum(invoices), sum(total), sum(paid), sum(due)
      from deltas where (select count(*) from of_customers) > 0
      group by currency, status order by currency, status
      on conflict (business_id, currency, status) do update set ${ADD}`,
    );
  }
}

const ADD: SQL = sql`
  invoice_count = t.invoice_count + excluded.invoice_count,
  total = t.total + excluded.total, paid = t.paid + excluded.paid, due = t.due + excluded.due`;
