import { randomUUID } from 'node:crypto';
import { and, desc, eq, lte, sql } from 'drizzle-orm';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { minorUnits, money } from '../../../shared/money/money.ts';
import { readAcrossOwners } from '../../db/across-owners.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { payments, refunds } from '../../db/tables/ledger.table.ts';
import type { PaymentRow } from './payment.store.ts';
import { madeFor } from './payment.store.ts';

/**
 * Refunds that an owner asked for here. Asking for one changes no balance: what the provider says of
 * the payment does.
 */

export type RefundRow = typeof refunds.$inferSelect;

const RETRY_MS = 60_000;

const one = (businessId: string, id: number) =>
  and(eq(refunds.businessId, businessId), eq(refunds.id, id));
const ofPayment = (businessId: string, paymentId: number, status: RefundRow['status']) =>
  and(
    eq(refunds.businessId, businessId),
    eq(refunds.paymentId, paymentId),
    eq(refunds.status, status),
  );

/**
 * A refund that is to be asked for, with a key of its own.
 * @param wish its message to the customer is sent once it has succeeded
 * @returns its id
 */
export async function requestRefund(
  tx: Transaction,
  { businessId, id }: Pick<PaymentRow, 'businessId' | 'id'>,
  wish: Pick<RefundRow, 'amount' | 'message' | 'stillOwed'>,
  now: Date,
): Promise<number> {
  const [refund] = await tx
    .insert(refunds)
    .values({
      businessId,
      paymentId: id,
      key: randomUUID(),
      ...wish,
      nextCheckAt: new Date(now.getTime() + RETRY_MS),
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: refunds.id });
  if (!refund) throw new Error('no refund was inserted');
  return refund.id;
}

/** What providers have taken on from us to give back of a payment. */
export async function sumSucceededRefunds(
  tx: Transaction,
  { businessId, id }: Pick<PaymentRow, 'businessId' | 'id'>,
): Promise<Decimal> {
  const [row] = await tx
    .select({ sum: sql<string>`coalesce(sum(${refunds.amount}), 0)::text` })
    .from(refunds)
    .where(ofPayment(businessId, id, 'succeeded'));
  return row?.sum ?? '0';
}

/** The amount of a payment's refund whose outcome is not known. */
export async function findPendingRefund(
  tx: Transaction,
  { businessId, id, currency }: Pick<PaymentRow, 'businessId' | 'id' | 'currency'>,
): Promise<Money | undefined> {
  const [pending] = await tx
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(ofPayment(businessId, id, 'pending'))
    .limit(1);
  return pending && money(pending.amount, currency);
}

/** Whether the outcome of a refund of any of an invoice's payments is not known. */
export async function hasPendingRefund(
  tx: Transaction,
  businessId: string,
  invoiceId: number,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from refunds r
    join payments y on y.business_id = ${businessId} and y.id = r.payment_id
    where r.business_id = ${businessId} and r.status = 'pending'
      and y.id in (${madeFor(businessId, sql`array[${invoiceId}::bigint]`)})
    limit 1`);
  return rows.length > 0;
}

export async function findRefund(
  db: Queryable,
  businessId: string,
  refundId: number,
): Promise<{ refund: RefundRow; payment: PaymentRow } | undefined> {
  const [found] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(
      payments,
      and(eq(payments.businessId, refunds.businessId), eq(payments.id, refunds.paymentId)),
    )
    .where(one(businessId, refundId));
  return found;
}

/** @returns false when it had ended already */
export async function completeRefund(
  tx: Transaction,
  { businessId, id }: Pick<RefundRow, 'businessId' | 'id'>,
  providerId: string,
  now: Date,
): Promise<boolean> {
  const changed = await tx
    .update(refunds)
    .set({ providerId, status: 'succeeded', nextCheckAt: null, updatedAt: now })
    .where(and(one(businessId, id), eq(refunds.status, 'pending')))
    .returning({ id: refunds.id });
  return changed.length > 0;
}

export async function endRefund(
  db: Queryable,
  { businessId, id }: Pick<RefundRow, 'businessId' | 'id'>,
  outcome: { status: 'succeeded' } | { status: 'failed'; reason: string },
  now: Date,
): Promise<void> {
  await db
    .update(refunds)
    .set({ ...outcome, nextCheckAt: null, updatedAt: now })
    .where(one(businessId, id));
}

/**
 * The provider could not give back all that we asked for after all. What it has given back says how
 * much has failed: one refund of just that amount, or the newest ones.
 */
export async function endFailedRefunds(
  tx: Transaction,
  { businessId, id, currency }: Pick<PaymentRow, 'businessId' | 'id' | 'currency'>,
  refunded: Decimal,
  now: Date,
): Promise<void> {
  const rows = await tx
    .select({ businessId: refunds.businessId, id: refunds.id, amount: refunds.amount })
    .from(refunds)
    .where(ofPayment(businessId, id, 'succeeded'))
    .orderBy(desc(refunds.id));
  const units = (amount: Decimal) => minorUnits(money(amount, currency));
  let excess = rows.reduce((sum, row) => sum + units(row.amount), 0n) - units(refunded);
  const exact = rows.find((row) => units(row.amount) === excess);
  for (const row of exact ? [exact] : rows) {
    if (excess <= 0n) return;
    excess -= units(row.amount);
    const reason = 'The provider could not refund it.';
    await endRefund(tx, row, { status: 'failed', reason }, now);
  }
}

/** Refunds whose outcome is not known and whose turn it is; each is claimed when it is taken up. */
export async function* claimDueRefunds(db: Queryable, now: Date): AsyncGenerator<RefundRow> {
  const due = await readAcrossOwners<{ business_id: string; id: string }>(
    db,
    'refunds to check',
    sql`
      select business_id, id from refunds where next_check_at <= ${now.toISOString()}::timestamptz
      order by next_check_at limit 20`,
  );
  for (const { business_id: businessId, id } of due) {
    const rows = await db
      .update(refunds)
      .set({ nextCheckAt: new Date(now.getTime() + RETRY_MS * 5) })
      .where(
        and(
          one(businessId, Number(id)),
          eq(refunds.status, 'pending'),
          lte(refunds.nextCheckAt, now),
        ),
      )
      .returning();
    yield* rows;
  }
}
