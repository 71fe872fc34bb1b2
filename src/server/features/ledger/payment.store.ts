import type { SQL } from 'drizzle-orm';
import { and, desc, eq, inArray, min, ne, or, sql } from 'drizzle-orm';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { numbersParam } from '../../db/covering-checkouts.ts';
import type { Queryable } from '../../db/database.ts';
import { allocations, payments } from '../../db/tables/ledger.table.ts';
import { searchCondition } from '../../platform/lists/cursor.ts';
import { UNAPPLIED } from './payment-sums.ts';

/** Payments as they are read. They are written through an open `Ledger` alone: see ledger.ts. */

export type PaymentRow = typeof payments.$inferSelect;

/** Money that came, though it may wait for a look, or have gone back. */
const CAME: PaymentRow['status'][] = ['completed', 'review', 'refunded'];

/** Qualified: within a subselect the builder's own name would be of the row there. */
export const PAYMENT = sql`payments.id`;

/** Payments that were made for some invoices: for one of them, or online for several together. */
export const madeFor = (businessId: string, invoiceIds: SQL): SQL => sql`
  select p.id from payments p where p.business_id = ${businessId} and p.invoice_id = any(${invoiceIds})
  union select t.id from checkout_parts s
  join payments t on t.business_id = ${businessId} and t.checkout_id = s.checkout_id
  where s.business_id = ${businessId} and s.invoice_id = any(${invoiceIds})`;

const ofInvoice = (businessId: string, invoiceId: number) =>
  and(
    eq(payments.businessId, businessId),
    inArray(payments.id, sql`(${madeFor(businessId, numbersParam([invoiceId]))})`),
  );

/** The same, and others that settle a part of them; of all owners' rows, a few. */
export const bearingOn = (businessId: string, invoiceIds: SQL): SQL => sql`
  ${madeFor(businessId, invoiceIds)}
  union select a.payment_id from allocations a
  where a.business_id = ${businessId} and a.invoice_id = any(${invoiceIds})
    and a.payment_id is not null`;

/**
 * Whether the money that came last for an invoice was given back, and is due again: all of it, a part that
 * is owed again, or what a payment of several had settled of it. The last is taken of the few that
 * there are: with a limit, the plan may walk back through all payments of the business.
 */
export const wasGivenBack = (businessId: string, invoiceId: SQL): SQL => sql`
  coalesce((select (array_agg(y.status = 'refunded' or y.still_owed_amount > 0
      or (y.invoice_id is null and y.refunded_amount > 0 and exists (select from allocations w
        where w.business_id = ${businessId} and w.payment_id = y.id and w.invoice_id = ${invoiceId}
          and w.amount < 0)) order by y.id desc))[1]
    from payments y
    where y.business_id = ${businessId} and y.status in ('completed', 'review', 'refunded')
      and y.id in (${bearingOn(businessId, sql`array[${invoiceId}]`)})), false)`;

/** Whether anything was paid of an invoice after a moment. */
export const wasPaidSince = (businessId: string, invoiceId: SQL, moment: SQL): SQL => sql`
  exists (select from payments y
    where y.business_id = ${businessId} and y.status in ('completed', 'review')
      and y.created_at > ${moment} and y.id in (${bearingOn(businessId, sql`array[${invoiceId}]`)}))`;

/** @param options.lock until the transaction ends */
export async function findPayment(
  db: Queryable,
  businessId: string,
  { invoiceId, paymentId }: { invoiceId: number; paymentId: number },
  options: { lock?: boolean } = {},
): Promise<PaymentRow | undefined> {
  const query = db
    .select()
    .from(payments)
    .where(and(ofInvoice(businessId, invoiceId), eq(payments.id, paymentId)));
  const [row] = await (options.lock ? query.for('update') : query);
  return row;
}

/** Payments that were each made for one of some invoices, in the order in which they came. */
export function selectPaymentsFor(
  db: Queryable,
  businessId: string,
  invoiceIds: readonly number[],
): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.businessId, businessId), inArray(payments.invoiceId, [...invoiceIds])))
    .orderBy(payments.id);
}

/** The newest of an invoice that came, whether it counts or not. */
export async function findNewestPayment(
  db: Queryable,
  businessId: string,
  invoiceId: number,
): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(ofInvoice(businessId, invoiceId), inArray(payments.status, CAME)))
    .orderBy(desc(payments.id))
    .limit(1);
  return row;
}

/** What came of a checkout. */
export async function findPaymentOfCheckout(
  db: Queryable,
  businessId: string,
  checkoutId: number,
): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.businessId, businessId), eq(payments.checkoutId, checkoutId)))
    .orderBy(desc(payments.id))
    .limit(1);
  return row;
}

/**
 * What came for an invoice, whether it counts or not, or settles a part of it: for as long as there is
 * any, it keeps its customer and its currency.
 * @param other looks for one in another currency than this alone
 */
export async function findPaymentBearingOn(
  db: Queryable,
  businessId: string,
  invoiceId: number,
  { other }: { other?: string | undefined } = {},
): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.businessId, businessId),
        inArray(payments.status, CAME),
        other === undefined ? undefined : ne(payments.currency, other),
        or(
          inArray(payments.id, sql`(${madeFor(businessId, numbersParam([invoiceId]))})`),
          sql`(select sum(a.amount) from allocations a where a.business_id = ${businessId}
            and a.invoice_id = ${invoiceId} and a.payment_id = ${PAYMENT}) > 0`,
        ),
      ),
    )
    .orderBy(payments.id)
    .limit(1);
  return row;
}

/** A provider's payment by the provider's name for it: a select to join as `known`. */
export function knownPayment(
  db: Queryable,
  businessId: string,
  provider: ProviderName,
  providerPaymentId: string,
) {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.businessId, businessId),
        eq(payments.provider, provider),
        eq(payments.providerPaymentId, providerPaymentId),
      ),
    )
    .as('known');
}

/**
 * The payments of an invoice as its page shows them, with what each settles of it: a column beside the
 * row `d` of `invoices`.
 */
export const paymentsColumn = (businessId: string): SQL => sql`
  (select coalesce(json_agg(json_build_object(
     'id', y.id, 'invoiceId', y.invoice_id, 'amount', y.amount::text, 'currency', y.currency,
     'paymentDate', y.payment_date, 'paymentMethod', y.payment_method, 'status', y.status,
     'provider', y.provider, 'methodDetail', y.method_detail,
     'allocatedAmount', round(coalesce((
       select sum(a.amount) from allocations a
       where a.business_id = ${businessId} and a.payment_id = y.id and a.invoice_id = d.id), 0),
       scale(y.amount))::text,
     'partAmount', (
       select s.amount::text from checkout_parts s
       where s.business_id = ${businessId} and s.checkout_id = y.checkout_id and s.invoice_id = d.id),
     'unappliedAmount', ${UNAPPLIED}::text,
     'refundedAmount', y.refunded_amount::text, 'dispute', y.dispute,
     'pendingRefundAmount', (
       select round(coalesce(sum(r.amount), 0), scale(y.amount))::text from refunds r
       where r.business_id = ${businessId} and r.payment_id = y.id and r.status = 'pending'),
     'stillOwedAmount', y.still_owed_amount::text,
     'adjustedAmount', (
       select round(coalesce(sum(r.adjusted_amount), 0), scale(y.amount))::text
       from payment_refunds r where r.business_id = ${businessId} and r.payment_id = y.id),
     'reversal', y.reversal,
     'receiptUrl', y.receipt_url, 'reference', y.reference, 'notes', y.notes,
     'createdAt', y.created_at) order by y.id), '[]'::json)
   from payments y
   where y.business_id = ${businessId}
     and y.id in (${bearingOn(businessId, sql`array[d.id]`)})) as payments`;

/** What a payment settles of which invoices, in the order in which that was said. */
export function findAllocations(
  db: Queryable,
  businessId: string,
  paymentId: number,
): Promise<{ invoiceId: number; amount: Decimal }[]> {
  const { invoiceId, amount, id } = allocations;
  return db
    .select({ invoiceId, amount: sql<Decimal>`sum(${amount})::text` })
    .from(allocations)
    .where(and(eq(allocations.businessId, businessId), eq(allocations.paymentId, paymentId)))
    .groupBy(invoiceId)
    .having(sql`sum(${amount}) <> 0`)
    .orderBy(min(id));
}

/** More have no reference by which one payment is looked for. */
const MOST_PAID_WITH = 1_000;

/** Invoices that payments settle, or were for, whose reference contains each word of a search. */
export async function findPaidWith(
  db: Queryable,
  businessId: string,
  search: string | undefined,
): Promise<number[]> {
  const found = searchCondition(sql`p.search_text`, search);
  if (!found) return [];
  const { rows } = await db.execute<{ id: string }>(sql`
    with found as (
      select p.id, p.invoice_id from payments p
      where p.business_id = ${businessId} and p.search_text <> '' and ${found}
      limit ${MOST_PAID_WITH})
    select invoice_id as id from found where invoice_id is not null
    union
    select a.invoice_id from found f
    join allocations a on a.business_id = ${businessId} and a.payment_id = f.id`);
  return rows.map(({ id }) => Number(id));
}

/** Customers who made a payment whose reference contains each word of a search, also one that is kept as credit. */
export async function findPayersWith(
  db: Queryable,
  businessId: string,
  search: string,
): Promise<number[]> {
  const found = searchCondition(sql`p.search_text`, search);
  if (!found) return [];
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct found.customer_id as id from (
      select p.customer_id from payments p
      where p.business_id = ${businessId} and p.search_text <> '' and ${found}
      limit ${MOST_PAID_WITH}) found`);
  return rows.map(({ id }) => Number(id));
}
