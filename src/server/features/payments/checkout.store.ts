import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, lte, or, sql } from 'drizzle-orm';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { readAcrossOwners } from '../../db/across-owners.ts';
import { coveringCheckouts, numbersParam } from '../../db/covering-checkouts.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { noteLocks } from '../../db/lock-order.ts';
import { selectNamed } from '../../db/named-statements.ts';
import { checkoutParts, checkouts } from '../../db/tables/payments.table.ts';
import { recheckCheckouts } from '../../platform/payment-providers/recheck-checkouts.ts';
import { ownedRows } from '../../platform/records/record-store.ts';
import { knownPayment } from '../ledger/index.ts';

export type CheckoutRow = typeof checkouts.$inferSelect;

const { one, find, lock, update } = ownedRows(checkouts);

export { find as findCheckoutById, lock as lockCheckout };

/** Those that ask for any of some invoices, by themselves or with others. */
const covering = (businessId: string, invoiceIds: readonly number[]) =>
  and(
    eq(checkouts.businessId, businessId),
    inArray(checkouts.id, sql`(${coveringCheckouts(businessId, numbersParam(invoiceIds))})`),
  );

const LIVE: CheckoutRow['status'][] = ['creating', 'open', 'capturing', 'processing'];

const live = (db: Queryable, businessId: string, invoiceIds: readonly number[]) =>
  db
    .select()
    .from(checkouts)
    .where(and(covering(businessId, invoiceIds), inArray(checkouts.status, LIVE)))
    .orderBy(checkouts.id);

/**
 * Checkouts of some invoices that can still be paid (of one invoice at most one for a provider and
 * whoever asked), are being taken, or whose money is on its way.
 */
export const listLive = (db: Queryable, businessId: string, invoiceIds: readonly number[]) =>
  selectNamed(db, 'list_live_checkouts', live(db, businessId, invoiceIds));

/** Locks them until the transaction ends, by their ids; the invoices are locked before. */
export async function lockLive(
  tx: Transaction,
  businessId: string,
  invoiceIds: readonly number[],
): Promise<CheckoutRow[]> {
  const rows = await selectNamed(
    tx,
    'lock_live_checkouts',
    live(tx, businessId, invoiceIds).for('update'),
  );
  noteLocks(
    tx,
    'checkouts',
    rows.map(({ id }) => id),
  );
  return rows;
}

/** Locks one checkout with those that can still be paid of its invoices, by their ids. */
export async function lockWithLive(
  tx: Transaction,
  businessId: string,
  id: number,
  invoiceIds: readonly number[],
): Promise<CheckoutRow[]> {
  const query = tx
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.businessId, businessId),
        or(
          eq(checkouts.id, id),
          and(
            inArray(
              checkouts.id,
              sql`(${coveringCheckouts(businessId, numbersParam(invoiceIds))})`,
            ),
            inArray(checkouts.status, LIVE),
          ),
        ),
      ),
    )
    .orderBy(checkouts.id)
    .for('update');
  const rows = await selectNamed(tx, 'lock_checkout_with_live', query);
  noteLocks(
    tx,
    'checkouts',
    rows.map((row) => row.id),
  );
  return rows;
}

/** Those of an invoice that something may still come of, newest first. */
export async function listUndecided(
  db: Queryable,
  businessId: string,
  invoiceId: number,
): Promise<CheckoutRow[]> {
  return db
    .select()
    .from(checkouts)
    .where(
      and(
        covering(businessId, [invoiceId]),
        inArray(checkouts.status, ['open', 'capturing', 'processing']),
      ),
    )
    .orderBy(desc(checkouts.id))
    .limit(6);
}

/** Which of some invoices have a payment under way, by themselves or with others: they are not to be paid once more. */
export async function findBeingConfirmed(
  db: Queryable,
  businessId: string,
  invoiceIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (invoiceIds.length === 0) return new Set();
  const ids = [...invoiceIds];
  const underWay = and(
    eq(checkouts.businessId, businessId),
    inArray(checkouts.status, ['capturing', 'processing']),
  );
  const alone = await db
    .selectDistinct({ invoiceId: checkouts.invoiceId })
    .from(checkouts)
    .where(and(underWay, inArray(checkouts.invoiceId, ids)));
  const together = await db
    .selectDistinct({ invoiceId: checkoutParts.invoiceId })
    .from(checkoutParts)
    .innerJoin(checkouts, eq(checkouts.id, checkoutParts.checkoutId))
    .where(
      and(
        underWay,
        eq(checkoutParts.businessId, businessId),
        inArray(checkoutParts.invoiceId, ids),
      ),
    );
  return new Set([...alone, ...together].map(({ invoiceId }) => invoiceId));
}

/** Has an owner's open checkouts looked at now, such as to end them. */
export async function checkOpenCheckouts(
  tx: Transaction,
  businessId: string,
  now: Date,
): Promise<void> {
  await recheckCheckouts(tx, businessId, inArray(checkouts.status, ['creating', 'open']), now);
}

/** Of one provider, or of any. */
export async function findNewestCheckout(
  db: Queryable,
  businessId: string,
  invoiceId: number,
  provider?: ProviderName,
): Promise<CheckoutRow | undefined> {
  const ofProvider = provider && eq(checkouts.provider, provider);
  const [row] = await selectNamed(
    db,
    provider ? 'newest_checkout_of_provider' : 'newest_checkout',
    db
      .select()
      .from(checkouts)
      .where(and(covering(businessId, [invoiceId]), ofProvider))
      .orderBy(desc(checkouts.id))
      .limit(1),
  );
  return row;
}

/** By our own key, which the address says that its payer comes back to. */
export async function findCheckoutByKey(
  db: Queryable,
  businessId: string,
  key: string,
): Promise<CheckoutRow | undefined> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.businessId, businessId), eq(checkouts.key, key)));
  return row;
}

/** By the provider's name for it, or for the payment that came of it. */
export async function findCheckout(
  db: Queryable,
  businessId: string,
  provider: ProviderName,
  names: { checkoutId: string | null; paymentId: string | null },
): Promise<CheckoutRow | undefined> {
  if (names.checkoutId !== null) {
    const [row] = await db
      .select()
      .from(checkouts)
      .where(
        and(
          eq(checkouts.businessId, businessId),
          eq(checkouts.provider, provider),
          eq(checkouts.providerId, names.checkoutId),
        ),
      );
    if (row) return row;
  }
  if (names.paymentId === null) return undefined;
  const known = knownPayment(db, businessId, provider, names.paymentId);
  const [found] = await db
    .select({ checkout: checkouts })
    .from(checkouts)
    .innerJoin(known, eq(known.checkoutId, checkouts.id))
    .where(eq(checkouts.businessId, businessId));
  return found?.checkout;
}

export async function insertCheckout(
  db: Queryable,
  values: Money & {
    businessId: string;
    invoiceId: number;
    provider: ProviderName;
    account: string;
    pays: CheckoutRow['pays'];
    status?: 'capturing';
    mandateId?: number;
    payerId?: number | undefined;
    visitor?: string;
    agreement?: CheckoutRow['agreement'];
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

/** What of a checkout of several invoices each of them asks for. */
interface CheckoutPart {
  invoiceId: number;
  amount: Decimal;
}

export async function insertParts(
  tx: Transaction,
  { businessId, id: checkoutId }: Pick<CheckoutRow, 'businessId' | 'id'>,
  parts: readonly CheckoutPart[],
): Promise<void> {
  await tx
    .insert(checkoutParts)
    .values(parts.map(({ invoiceId, amount }) => ({ businessId, checkoutId, invoiceId, amount })));
}

/** What a checkout asks for of which invoice, by their numbers: of most checkouts one. */
export async function listParts(
  db: Queryable,
  { businessId, id, invoiceId, pays, amount }: AskedFor,
): Promise<CheckoutPart[]> {
  if (pays !== 'several') return [{ invoiceId, amount }];
  return db
    .select({ invoiceId: checkoutParts.invoiceId, amount: checkoutParts.amount })
    .from(checkoutParts)
    .where(and(eq(checkoutParts.businessId, businessId), eq(checkoutParts.checkoutId, id)))
    .orderBy(checkoutParts.invoiceId);
}

/** What never changes of a checkout, and says which invoices it asks for. */
export type AskedFor = Pick<
  CheckoutRow,
  'businessId' | 'id' | 'invoiceId' | 'pays' | 'amount' | 'currency'
>;

export const updateCheckout = (
  db: Queryable,
  { businessId, id }: Pick<CheckoutRow, 'businessId' | 'id'>,
  values: Partial<typeof checkouts.$inferInsert>,
): Promise<void> => update(db, businessId, id, values);

/**
 * Checkouts that the job is to ask about, claimed for this run: their next turn is put off first, so
 * that another instance leaves them alone and a crash costs one turn.
 * @returns those that were claimed, and whether there may be more
 */
export async function claimDueCheckouts(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<{ claimed: CheckoutRow[]; more: boolean }> {
  const due = await readAcrossOwners<{ business_id: string; id: string }>(
    db,
    'checkouts to check',
    sql`
      select business_id, id from checkouts where next_check_at <= ${now.toISOString()}::timestamptz
      order by next_check_at limit ${limit}`,
  );
  const claimed: CheckoutRow[] = [];
  for (const { business_id: businessId, id } of due) {
    const rows = await db
      .update(checkouts)
      .set({
        checks: sql`${checkouts.checks} + 1`,
        // In seconds since 1970: Citus takes no sum of a time and an interval that it cannot compute beforehand.
        nextCheckAt: sql`to_timestamp(${now.getTime() / 1000}::float8
          + least(30 * power(2, least(${checkouts.checks}, 10)), 1800))`,
      })
      .where(and(one(businessId, Number(id)), lte(checkouts.nextCheckAt, now)))
      .returning();
    claimed.push(...rows);
  }
  return { claimed, more: due.length === limit };
}
