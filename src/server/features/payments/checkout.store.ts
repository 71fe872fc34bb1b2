import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Decimal } from '../../../shared/money/money.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { invoices } from '../../db/tables/invoices.table.ts';
import { checkouts, payments } from '../../db/tables/payments.table.ts';

export type CheckoutRow = typeof checkouts.$inferSelect;

const one = (userId: string, id: number) => and(eq(checkouts.userId, userId), eq(checkouts.id, id));
const ofInvoice = (userId: string, invoiceId: number) =>
  and(eq(checkouts.userId, userId), eq(checkouts.invoiceId, invoiceId));

/**
 * Checkouts of an invoice that can still be paid (at most one for a provider), are being taken, or
 * whose money is on its way.
 */
export async function listLive(
  db: Queryable,
  userId: string,
  invoiceId: number,
): Promise<CheckoutRow[]> {
  return db
    .select()
    .from(checkouts)
    .where(
      and(
        ofInvoice(userId, invoiceId),
        inArray(checkouts.status, ['creating', 'open', 'capturing', 'processing']),
      ),
    );
}

/** Those of an invoice that something may still come of, newest first. */
export async function listUndecided(
  db: Queryable,
  userId: string,
  invoiceId: number,
): Promise<CheckoutRow[]> {
  return db
    .select()
    .from(checkouts)
    .where(
      and(
        ofInvoice(userId, invoiceId),
        inArray(checkouts.status, ['open', 'capturing', 'processing']),
      ),
    )
    .orderBy(desc(checkouts.id))
    .limit(6);
}

/** Has an owner's open checkouts looked at now, such as to end them. */
export async function checkOpenCheckouts(db: Queryable, userId: string, now: Date): Promise<void> {
  await db
    .update(checkouts)
    .set({ nextCheckAt: now })
    .where(and(eq(checkouts.userId, userId), inArray(checkouts.status, ['creating', 'open'])));
}

export async function findNewestCheckout(
  db: Queryable,
  userId: string,
  invoiceId: number,
): Promise<CheckoutRow | undefined> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(ofInvoice(userId, invoiceId))
    .orderBy(desc(checkouts.id))
    .limit(1);
  return row;
}

/** By the provider's name for it, or for the payment that came of it. */
export async function findCheckout(
  db: Queryable,
  userId: string,
  provider: ProviderName,
  names: { checkoutId: string | null; paymentId: string | null },
): Promise<CheckoutRow | undefined> {
  if (names.checkoutId !== null) {
    const [row] = await db
      .select()
      .from(checkouts)
      .where(
        and(
          eq(checkouts.userId, userId),
          eq(checkouts.provider, provider),
          eq(checkouts.providerId, names.checkoutId),
        ),
      );
    if (row) return row;
  }
  if (names.paymentId === null) return undefined;
  const [found] = await db
    .select({ checkout: checkouts })
    .from(payments)
    .innerJoin(
      checkouts,
      and(eq(checkouts.userId, payments.userId), eq(checkouts.id, payments.checkoutId)),
    )
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.provider, provider),
        eq(payments.providerPaymentId, names.paymentId),
      ),
    );
  return found?.checkout;
}

export async function lockCheckout(
  db: Queryable,
  userId: string,
  id: number,
): Promise<CheckoutRow | undefined> {
  const [row] = await db.select().from(checkouts).where(one(userId, id)).for('update');
  return row;
}

export async function insertCheckout(
  db: Queryable,
  values: {
    userId: string;
    invoiceId: number;
    provider: ProviderName;
    account: string;
    amount: Decimal;
    currency: string;
    nextCheckAt: Date;
    createdAt: Date;
  },
): Promise<CheckoutRow> {
  const [row] = await db
    .insert(checkouts)
    .values({ ...values, key: randomUUID(), updatedAt: values.createdAt })
    .returning();
  if (!row) throw new Error('no checkout was inserted');
  return row;
}

export async function updateCheckout(
  db: Queryable,
  row: Pick<CheckoutRow, 'userId' | 'id'>,
  values: Partial<typeof checkouts.$inferInsert>,
): Promise<void> {
  await db.update(checkouts).set(values).where(one(row.userId, row.id));
}

/** What stands of a payment on its invoice. No change of the invoice itself: its version stays. */
export async function noteOnInvoice(
  db: Queryable,
  { userId, invoiceId }: Pick<CheckoutRow, 'userId' | 'invoiceId'>,
  values: { paymentUrl?: string | null; stripePaymentIntentId?: string },
): Promise<void> {
  await db
    .update(invoices)
    .set(values)
    .where(and(eq(invoices.userId, userId), eq(invoices.id, invoiceId)));
}

/** Takes the address of a checkout that is over off its invoice; a newer one's stays. */
export async function clearPaymentUrl(
  db: Queryable,
  { userId, invoiceId, url }: Pick<CheckoutRow, 'userId' | 'invoiceId' | 'url'>,
): Promise<void> {
  if (url === null) return;
  await db
    .update(invoices)
    .set({ paymentUrl: null })
    .where(
      and(eq(invoices.userId, userId), eq(invoices.id, invoiceId), eq(invoices.paymentUrl, url)),
    );
}

/**
 * Checkouts that the job is to ask about, claimed for this run: their next turn is put off first, so
 * that another instance leaves them alone and a crash costs one turn.
 */
export async function claimDueCheckouts(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<CheckoutRow[]> {
  const at = now.toISOString();
  const { rows } = await db.execute<{ user_id: string; id: string }>(sql`
    update checkouts c set
      checks = c.checks + 1,
      next_check_at = ${at}::timestamptz
        + least(interval '30 seconds' * power(2, least(c.checks, 10)), interval '30 minutes')
    from (
      select user_id, id from checkouts
      where next_check_at <= ${at}::timestamptz
      order by next_check_at limit ${limit} for update skip locked
    ) due
    where c.user_id = due.user_id and c.id = due.id
    returning c.user_id, c.id`);
  if (rows.length === 0) return [];
  const owners = sql.param(rows.map((row) => row.user_id));
  const ids = sql.param(rows.map((row) => row.id));
  return db
    .select()
    .from(checkouts)
    .where(
      sql`(${checkouts.userId}, ${checkouts.id}) in (
        select * from unnest(${owners}::uuid[], ${ids}::bigint[]))`,
    );
}
