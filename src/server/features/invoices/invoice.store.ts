import type { SQL } from 'drizzle-orm';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { InvoiceEventType } from '../../../shared/invoices/invoice.contract.ts';
import type { InvoiceStatus, PaymentMethod } from '../../../shared/invoices/invoice-status.ts';
import type { SettlingPayment } from '../../../shared/invoices/settled-amount.ts';
import type { Decimal } from '../../../shared/money/money.ts';
import type { Queryable } from '../../db/database.ts';
import { currentStatus } from '../../db/overdue.ts';
import { invoices } from '../../db/tables/invoices.table.ts';
import { checkouts, payments } from '../../db/tables/payments.table.ts';
import { recordEvents } from '../../platform/events/record-events.ts';
import { COUNTED, countInSums } from './count-in-sums.ts';
import type { StatusSum } from './invoice-sums.ts';
import { statusSums } from './invoice-sums.ts';

export type StoredInvoice = typeof invoices.$inferSelect;

/** A customer needs some minutes to type a card number in. */
const PAYABLE_FOR_MS = 5 * 60_000;

const one = (businessId: string, id: number) =>
  and(eq(invoices.businessId, businessId), eq(invoices.id, id));
const completed = (businessId: string, invoiceId: number) =>
  and(
    eq(payments.businessId, businessId),
    eq(payments.invoiceId, invoiceId),
    eq(payments.status, 'completed'),
  );

/** Locks the invoice, deleted or not, until the transaction ends. */
export async function lockInvoice(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<StoredInvoice | undefined> {
  const [row] = await db.select().from(invoices).where(one(businessId, id)).for('update');
  return row;
}

export async function insertInvoice(
  db: Queryable,
  values: typeof invoices.$inferInsert,
): Promise<number> {
  const change = db.insert(invoices).values(values).returning(COUNTED);
  const id = await countInSums(db, values.businessId, undefined, change);
  if (id === undefined) throw new Error('no invoice was inserted');
  return id;
}

/** Every change counts the version up. */
export async function updateInvoiceRow(
  db: Queryable,
  businessId: string,
  id: number,
  values: Partial<typeof invoices.$inferInsert>,
): Promise<void> {
  const change = db
    .update(invoices)
    .set({ ...values, version: sql`${invoices.version} + 1` })
    .where(one(businessId, id))
    .returning(COUNTED);
  await countInSums(db, businessId, id, change);
}

/**
 * Keeps on the invoice what its completed payments brought and did not give back. Called wherever a
 * payment begins or ends to count; no change of the invoice itself, so its version stays.
 */
export async function recountReceived(
  db: Queryable,
  businessId: string,
  invoiceId: number,
): Promise<void> {
  const received = sql`(
    select coalesce(sum(y.amount - y.refunded_amount), 0) from payments y
    where y.business_id = ${businessId} and y.invoice_id = ${invoiceId} and y.status = 'completed')`;
  const change = db
    .update(invoices)
    .set({ amountReceived: received })
    .where(one(businessId, invoiceId))
    .returning(COUNTED);
  await countInSums(db, businessId, invoiceId, change);
}

export async function insertEvent(
  db: Queryable,
  businessId: string,
  invoiceId: number,
  type: InvoiceEventType,
  data: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await recordEvents(db, [{ businessId, invoiceId, type, data, createdAt: now }]);
}

export async function insertPayment(
  db: Queryable,
  values: {
    businessId: string;
    invoiceId: number;
    amount: Decimal;
    paymentDate: string;
    paymentMethod: PaymentMethod;
    notes?: string;
    createdAt: Date;
  },
): Promise<void> {
  await db.insert(payments).values({ ...values, status: 'completed' });
  await recountReceived(db, values.businessId, values.invoiceId);
}

/** Sum of what has been received for an invoice and not given back. */
export async function sumReceived(
  db: Queryable,
  businessId: string,
  invoiceId: number,
  which: 'all' | 'online' = 'all',
): Promise<Decimal> {
  const online = which === 'online' ? sql`and provider is not null` : sql``;
  const { rows } = await db.execute<{ received: string }>(sql`
    select coalesce(sum(amount - refunded_amount), 0)::numeric(20,2)::text as received
    from ${payments}
    where business_id = ${businessId} and invoice_id = ${invoiceId} and status = 'completed' ${online}`);
  return rows[0]?.received ?? '0.00';
}

/** Payments recorded by hand no longer count once the owner says the invoice is not paid. */
export async function reverseManualPayments(
  db: Queryable,
  businessId: string,
  invoiceId: number,
): Promise<void> {
  await db
    .update(payments)
    .set({ status: 'reversed' })
    .where(and(completed(businessId, invoiceId), sql`${payments.provider} is null`));
  await recountReceived(db, businessId, invoiceId);
}

/** The payments of an invoice that count, less what was given back of them. */
export async function listCompletedPayments(
  db: Queryable,
  businessId: string,
  invoiceId: number,
): Promise<SettlingPayment[]> {
  return db
    .select({
      status: payments.status,
      amount: payments.amount,
      refundedAmount: payments.refundedAmount,
      stillOwedAmount: payments.stillOwedAmount,
    })
    .from(payments)
    .where(completed(businessId, invoiceId));
}

/** What was given back of an invoice's payments is owed again: its owner says so. */
export async function markRefundsAsOwed(
  db: Queryable,
  businessId: string,
  invoiceId: number,
): Promise<void> {
  await db
    .update(payments)
    .set({ stillOwedAmount: sql`${payments.refundedAmount}` })
    .where(and(completed(businessId, invoiceId), gt(payments.refundedAmount, '0')));
}

/**
 * The invoice has changed: an open checkout may ask for what is not due any more. It is looked at
 * next, and its address is handed out no longer.
 */
export async function scheduleCheckoutRecheck(
  db: Queryable,
  businessId: string,
  invoiceId: number,
  now: Date,
): Promise<void> {
  await db
    .update(checkouts)
    .set({ nextCheckAt: now })
    .where(
      and(
        eq(checkouts.businessId, businessId),
        eq(checkouts.invoiceId, invoiceId),
        eq(checkouts.status, 'open'),
      ),
    );
}

/** A checkout of the preferred provider that can be paid now and asks for what is due. */
export async function findPayableUrl(
  db: Queryable,
  invoice: { businessId: string; id: number; status: InvoiceStatus; amountDue: Decimal },
  provider: 'stripe' | 'paypal',
  now: Date,
): Promise<string | undefined> {
  if (invoice.status === 'paid') return undefined;
  const rows = await db
    .select({ url: checkouts.url })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.businessId, invoice.businessId),
        eq(checkouts.invoiceId, invoice.id),
        eq(checkouts.provider, provider),
        eq(checkouts.status, 'open'),
        eq(checkouts.amount, invoice.amountDue),
        gt(checkouts.expiresAt, new Date(now.getTime() + PAYABLE_FOR_MS)),
      ),
    );
  return rows[0]?.url ?? undefined;
}

/** Those of the numbers that an invoice of the owner has, deleted ones included. */
export async function takenNumberKeys(
  db: Queryable,
  businessId: string,
  keys: string[],
): Promise<Set<string>> {
  const { rows } = await db.execute<{ number_key: string }>(sql`
    select number_key from ${invoices}
    where business_id = ${businessId} and number_key = any(${sql.param(keys)}::text[])`);
  return new Set(rows.map((row) => row.number_key));
}

/** Count and sum by status: from the rows that `countInSums` keeps, or of what a search finds. */
export async function sumByStatus(
  db: Queryable,
  businessId: string,
  search: SQL | undefined,
  now: Date,
): Promise<StatusSum[]> {
  const { rows } = await db.execute<
    Omit<StatusSum, 'count'> & { count: string } & Record<string, unknown>
  >(
    search
      ? sql`select ${currentStatus('invoices', businessId, now)} as status, count(*) as count, sum(total)::numeric(20,2)::text as total,
              sum(amount_received)::numeric(20,2)::text as received
            from ${invoices} where business_id = ${businessId} and deleted_at is null and ${search}
            group by 1`
      : statusSums(businessId, now),
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
