import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { SetPart } from '../../../shared/credit-notes/creditable.ts';
import type { InvoiceStatus } from '../../../shared/invoices/invoice-status.ts';
import type { InvoiceEventType } from '../../../shared/invoices/invoice.contract.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { coveringCheckouts, numbersParam } from '../../db/covering-checkouts.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { noteLocks, noteOwnRow } from '../../db/lock-order.ts';
import { selectNamed } from '../../db/named-statements.ts';
import { invoices } from '../../db/tables/invoices.table.ts';
import { checkouts } from '../../db/tables/payments.table.ts';
import { recordEvents } from '../../platform/events/record-events.ts';
import { recheckCheckouts } from '../../platform/payment-providers/recheck-checkouts.ts';
import { recordStore } from '../../platform/records/record-store.ts';
import { withoutNumbers } from '../documents/index.ts';
import { COUNTED, countInSums } from './count-in-sums.ts';

export type StoredInvoice = typeof invoices.$inferSelect;

/** A customer needs some minutes to type a card number in. */
const PAYABLE_FOR_MS = 5 * 60_000;

const { one, find, lock } = recordStore(invoices);
export const lockInvoice = lock;

/** Locks some invoices by their ids. @returns those that there are */
export async function lockInvoices(
  tx: Transaction,
  businessId: string,
  ids: readonly number[],
): Promise<Map<number, StoredInvoice>> {
  const wanted = [...new Set(ids)].sort((a, b) => a - b);
  const [only] = wanted;
  if (only === undefined) return new Map();
  noteLocks(tx, 'invoices', wanted);
  const rows =
    wanted.length === 1
      ? [await lock(tx, businessId, only)]
      : await tx
          .select()
          .from(invoices)
          .where(and(eq(invoices.businessId, businessId), inArray(invoices.id, wanted)))
          .orderBy(invoices.id)
          .for('update');
  return new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])));
}

export const findInvoiceRow = find;

/** Of those that are not deleted, by their ids. */
export async function findInvoiceNumbers(
  db: Queryable,
  businessId: string,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: invoices.id, number: invoices.invoiceNumber })
    .from(invoices)
    .where(
      and(
        eq(invoices.businessId, businessId),
        inArray(invoices.id, [...ids]),
        isNull(invoices.deletedAt),
      ),
    );
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** What a final invoice deducts, by tax set. */
export async function findDeductedParts(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<readonly SetPart[]> {
  const rows = await db
    .select({ parts: invoices.deductedParts })
    .from(invoices)
    .where(one(businessId, id));
  return rows[0]?.parts ?? [];
}

export async function insertInvoice(
  db: Queryable,
  values: typeof invoices.$inferInsert,
  now: Date,
): Promise<number> {
  const change = db.insert(invoices).values(values).returning(COUNTED);
  const id = await countInSums(db, values.businessId, undefined, change, now);
  if (id === undefined) throw new Error('no invoice was inserted');
  noteOwnRow(db, 'invoices', id);
  return id;
}

/** What settles an invoice. */
export type SettledAmounts = Pick<
  StoredInvoice,
  'amountPaid' | 'amountCredited' | 'amountAdjusted' | 'amountWrittenOff'
>;
type Values = Partial<Omit<typeof invoices.$inferInsert, 'status' | keyof SettledAmounts>>;

/**
 * For reconcile-invoice-status.ts, which makes the status and the amounts. Counts the version up.
 * @param reason of a write-off, where there is one
 */
export async function updateStatus(
  db: Queryable,
  { businessId, id }: Pick<StoredInvoice, 'businessId' | 'id'>,
  values: Values & { status: InvoiceStatus; updatedAt: Date } & Partial<SettledAmounts>,
  reason?: string,
): Promise<void> {
  const counted = { ...values, version: sql`${invoices.version} + 1` };
  await update(db, businessId, id, counted, values.updatedAt, reason);
}

/** The same for a draft that is issued: whether it may change from then on is settled now. */
export async function issueRow(
  db: Queryable,
  { businessId, id }: Pick<StoredInvoice, 'businessId' | 'id'>,
  values: Parameters<typeof updateStatus>[2],
): Promise<void> {
  const isFixed = sql`coalesce((select p.issued_invoices = 'fixed' from business_profiles p
    where p.business_id = ${businessId}), false)`;
  const version = sql`${invoices.version} + 1`;
  await update(db, businessId, id, { ...values, isFixed, version }, values.updatedAt);
}

/** Takes the numbers off drafts that were never issued and that no message is on its way with. */
export async function clearInvoiceNumbers(
  db: Queryable,
  businessId: string,
  now: Date,
): Promise<void> {
  const { values, drafts } = withoutNumbers('invoice', businessId, invoices, now);
  await db
    .update(invoices)
    .set({ invoiceNumber: '', ...values })
    .where(drafts);
}

/**
 * What settles an invoice now, and what that leaves to be paid next. No change of the invoice itself: its version stays.
 * @param reason of a write-off, where there is one
 */
export async function setSettledAmounts(
  db: Queryable,
  { businessId, id }: Pick<StoredInvoice, 'businessId' | 'id'>,
  amounts: SettledAmounts & Pick<StoredInvoice, 'nextDueDate'>,
  now: Date,
  reason?: string,
): Promise<void> {
  await update(db, businessId, id, amounts, now, reason);
}

async function update(
  db: Queryable,
  businessId: string,
  id: number,
  values: PgUpdateSetSource<typeof invoices>,
  now: Date,
  reason?: string,
): Promise<void> {
  const change = db.update(invoices).set(values).where(one(businessId, id)).returning(COUNTED);
  await countInSums(db, businessId, id, change, now, reason);
}

/** What stands of a payment on its invoice. No change of the invoice itself: its version stays. */
export async function setPaymentReference(
  db: Queryable,
  { businessId, id }: Pick<StoredInvoice, 'businessId' | 'id'>,
  values: { paymentUrl?: string | null; stripePaymentIntentId?: string },
): Promise<void> {
  await db.update(invoices).set(values).where(one(businessId, id));
}

/** Takes the address of a checkout that is over off its invoice; a newer one's stays. */
export async function clearPaymentUrl(
  db: Queryable,
  { businessId, invoiceId, url }: { businessId: string; invoiceId: number; url: string | null },
): Promise<void> {
  if (url === null) return;
  await db
    .update(invoices)
    .set({ paymentUrl: null })
    .where(and(one(businessId, invoiceId), eq(invoices.paymentUrl, url)));
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

/** Of invoices that are locked: the checkouts, of one alone or of several together, that can be paid. */
const openCheckouts = (businessId: string, invoiceIds: readonly number[]) =>
  and(
    eq(checkouts.businessId, businessId),
    inArray(checkouts.id, sql`(${coveringCheckouts(businessId, numbersParam(invoiceIds))})`),
    eq(checkouts.status, 'open'),
  );

/** Locks them, before the payments of the invoices. */
export async function lockOpenCheckouts(
  tx: Transaction,
  businessId: string,
  invoiceIds: readonly number[],
): Promise<number[]> {
  const rows = await selectNamed(
    tx,
    'lock_open_checkouts',
    tx
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(openCheckouts(businessId, invoiceIds))
      .orderBy(checkouts.id)
      .for('update'),
  );
  const ids = rows.map(({ id }) => id);
  noteLocks(tx, 'checkouts', ids);
  return ids;
}

/**
 * The invoices have changed: an open checkout may ask for what is not due any more. It is looked at next,
 * and its address is handed out no longer. `lockOpenCheckouts` comes before.
 */
export async function scheduleCheckoutRecheck(
  tx: Transaction,
  businessId: string,
  invoiceIds: readonly number[],
  now: Date,
): Promise<void> {
  await recheckCheckouts(tx, businessId, openCheckouts(businessId, invoiceIds), now);
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
        ne(checkouts.pays, 'several'),
        eq(checkouts.amount, invoice.amountDue),
        // Only who has read what is agreed to with it is led to such a one.
        isNull(checkouts.agreement),
        gt(checkouts.expiresAt, new Date(now.getTime() + PAYABLE_FOR_MS)),
      ),
    );
  return rows[0]?.url ?? undefined;
}
