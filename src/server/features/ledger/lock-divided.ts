import type { SQL } from 'drizzle-orm';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { noteLocks } from '../../db/lock-order.ts';
import { executeNamed } from '../../db/named-statements.ts';
import { allocations, payments } from '../../db/tables/ledger.table.ts';
import type { DividedCredit } from './credit.store.ts';
import { creditsBearingOn, selectCredits } from './credit.store.ts';
import type { PaymentRow } from './payment.store.ts';
import { bearingOn, PAYMENT } from './payment.store.ts';

/** A payment with what it settles of which invoice, in the order in which that was said. */
export interface DividedPayment {
  payment: PaymentRow;
  division: { invoiceId: number; amount: string }[] | null;
}

interface LockedSources {
  payments: DividedPayment[];
  credits: DividedCredit[];
}

const NONE = sql`null::bigint`;

/**
 * Payments first, then credit notes. Locked first and read then: what a statement reads beside the
 * rows that it waits for is as old as the statement
 * (https://www.postgresql.org/docs/current/transaction-iso.html, 13.2.1).
 */
async function lockDivided(
  tx: Transaction,
  businessId: string,
  which: { payments?: SQL; credits?: SQL },
): Promise<LockedSources> {
  const { rows } = await executeNamed<{ id: string; isCredit: boolean }>(
    tx,
    sql`
    with paid as (
      select p.id from payments p
      where p.business_id = ${businessId} and p.id in (${which.payments ?? NONE})
      order by p.id for update
    ), credited as (
      select n.id from credit_notes n
      where n.business_id = ${businessId} and n.id in (${which.credits ?? NONE})
      order by n.id for update
    )
    select id, false as "isCredit" from paid union all select id, true from credited`,
  );
  const ids = (isCredit: boolean) =>
    rows.filter((row) => row.isCredit === isCredit).map(({ id }) => Number(id));
  noteLocks(tx, 'payments', ids(false));
  noteLocks(tx, 'credit_notes', ids(true));
  return {
    payments: await selectPayments(tx, businessId, ids(false)),
    credits: await selectCredits(tx, businessId, ids(true)),
  };
}

async function selectPayments(
  tx: Transaction,
  businessId: string,
  ids: readonly number[],
): Promise<DividedPayment[]> {
  if (ids.length === 0) return [];
  return tx
    .select({
      payment: payments,
      division: sql<DividedPayment['division']>`(
        select json_agg(json_build_object('invoiceId', d.invoice_id, 'amount', d.amount::text)
          order by d.first)
        from (
          select a.invoice_id, sum(a.amount) as amount, min(a.id) as first
          from allocations a where a.business_id = ${businessId} and a.payment_id = ${PAYMENT}
          group by a.invoice_id having sum(a.amount) <> 0
        ) d)`,
    })
    .from(payments)
    .where(and(eq(payments.businessId, businessId), inArray(payments.id, [...ids])))
    .orderBy(payments.id);
}

/** Payments and credit notes that a change begins with, beside those of its invoices. */
export interface Sources {
  paymentIds?: readonly number[];
  creditIds?: readonly number[];
}

const numbers = (ids: readonly number[]): SQL => sql`${sql.param([...ids])}::bigint[]`;

/** The payments and the credit notes that bear on some invoices, and some others, locked. */
export async function selectBearingOn(
  tx: Transaction,
  businessId: string,
  invoiceIds: readonly number[],
  { paymentIds = [], creditIds = [] }: Sources = {},
): Promise<LockedSources> {
  if (invoiceIds.length + paymentIds.length + creditIds.length === 0) {
    return { payments: [], credits: [] };
  }
  const ids = numbers(invoiceIds);
  const named = (some: readonly number[]) =>
    some.length === 0 ? sql`` : sql` union select unnest(${numbers(some)})`;
  return lockDivided(tx, businessId, {
    payments: sql`${bearingOn(businessId, ids)}${named(paymentIds)}`,
    credits: sql`${creditsBearingOn(businessId, ids)}${named(creditIds)}`,
  });
}

/** One credit note that is issued, locked; none where there is none. */
export async function selectCredit(
  tx: Transaction,
  businessId: string,
  id: number,
): Promise<DividedCredit[]> {
  return (await lockDivided(tx, businessId, { credits: sql`${id}::bigint` })).credits;
}

/**
 * The invoices that some payments and credit notes settle or were made for, and those that share one with
 * these or with others: read without a lock, to be locked before what settles them.
 */
export async function findSharing(
  tx: Transaction,
  businessId: string,
  invoiceIds: readonly number[],
  { paymentIds = [], creditIds = [] }: Sources,
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with sources as (
      select unnest(${numbers(paymentIds)}) as payment_id, null::bigint as credit_note_id
      union select null, unnest(${numbers(creditIds)})
    ), near as (
      select unnest(${numbers(invoiceIds)}) as id
      union select a.invoice_id from sources s
        join allocations a on a.business_id = ${businessId} and a.payment_id = s.payment_id
      union select a.invoice_id from sources s
        join allocations a on a.business_id = ${businessId} and a.credit_note_id = s.credit_note_id
      union select y.invoice_id from sources s
        join payments y on y.business_id = ${businessId} and y.id = s.payment_id
      union select n.corrects_invoice_id from sources s
        join credit_notes n on n.business_id = ${businessId} and n.id = s.credit_note_id
    ), shared as (
      select distinct a.payment_id, a.credit_note_id from near
      join allocations a on a.business_id = ${businessId} and a.invoice_id = near.id
    )
    select id from near where id is not null
    union select a.invoice_id from shared s
      join allocations a on a.business_id = ${businessId} and a.payment_id = s.payment_id
    union select a.invoice_id from shared s
      join allocations a on a.business_id = ${businessId} and a.credit_note_id = s.credit_note_id
    union select y.invoice_id from shared s
      join payments y on y.business_id = ${businessId} and y.id = s.payment_id
      where y.invoice_id is not null`);
  return rows.map(({ id }) => Number(id));
}

/** What the deletion of an invoice has taken from it of each payment and credit note. */
export async function selectReleased(
  tx: Transaction,
  businessId: string,
  invoiceId: number,
  deletedAt: Date,
): Promise<{ paymentId: number | null; creditNoteId: number | null; amount: string }[]> {
  const { paymentId, creditNoteId, amount } = allocations;
  return tx
    .select({ paymentId, creditNoteId, amount: sql<string>`(-sum(${amount}))::text` })
    .from(allocations)
    .where(
      and(
        eq(allocations.businessId, businessId),
        eq(allocations.invoiceId, invoiceId),
        eq(allocations.createdAt, deletedAt),
        lt(amount, '0'),
      ),
    )
    .groupBy(paymentId, creditNoteId)
    .orderBy(paymentId, creditNoteId);
}
