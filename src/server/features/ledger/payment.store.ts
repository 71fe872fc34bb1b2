import type { SQL } from 'drizzle-orm';
import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Money } from '../../../shared/money/money.ts';
import { isPositive, money, noMoney, subtractMoney } from '../../../shared/money/money.ts';
import type { Balance } from '../../../shared/payments/balance.ts';
import { computeBalance } from '../../../shared/payments/balance.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { payments, refunds } from '../../db/tables/ledger.table.ts';

/**
 * Who may write payments: this file. Rows are written through an open `InvoiceLedger` alone, which
 * features/invoices/reconcile-invoice-status.ts opens (`changeLedger`, `changeInvoice`), and nothing
 * else: it then makes the invoice say what its payments say, in the same transaction.
 */

export type PaymentRow = typeof payments.$inferSelect;
type NewPayment = Omit<
  typeof payments.$inferInsert,
  'businessId' | 'invoiceId' | 'id' | 'currency'
> &
  Money;

/** Money that came, though it may wait for a look, or have gone back. */
const CAME: PaymentRow['status'][] = ['completed', 'review', 'refunded'];

const one = (businessId: string, id: number) =>
  and(eq(payments.businessId, businessId), eq(payments.id, id));
const ofInvoice = (businessId: string, invoiceId: number) =>
  and(eq(payments.businessId, businessId), eq(payments.invoiceId, invoiceId));
const counting = (businessId: string, invoiceId: number) =>
  and(ofInvoice(businessId, invoiceId), eq(payments.status, 'completed'));

/** The payments of one invoice, which is locked, open for changes. */
export class InvoiceLedger {
  readonly #tx: Transaction;
  readonly #businessId: string;
  readonly #invoiceId: number;

  constructor(tx: Transaction, businessId: string, invoiceId: number) {
    this.#tx = tx;
    this.#businessId = businessId;
    this.#invoiceId = invoiceId;
  }

  /** Money that came, by whatever way; it counts unless its status says otherwise. */
  async recordPayment(values: NewPayment): Promise<PaymentRow> {
    const { amount: nothing } = noMoney(values.currency);
    const [row] = await this.#tx
      .insert(payments)
      .values({
        status: 'completed',
        refundedAmount: nothing,
        stillOwedAmount: nothing,
        ...values,
        businessId: this.#businessId,
        invoiceId: this.#invoiceId,
      })
      .returning();
    if (!row) throw new Error('no payment was inserted');
    return row;
  }

  /** A payment that waited for its owner's look counts from now on. */
  async acceptPayment(id: number): Promise<void> {
    await this.#tx
      .update(payments)
      .set({ status: 'completed' })
      .where(and(ofInvoice(this.#businessId, this.#invoiceId), one(this.#businessId, id)));
  }

  /** What the provider says of a payment now. */
  async followProvider(
    id: number,
    values: Pick<PaymentRow, 'refundedAmount' | 'dispute' | 'receiptUrl' | 'status'>,
  ): Promise<void> {
    await this.#tx.update(payments).set(values).where(one(this.#businessId, id));
  }

  /** Payments recorded by hand no longer count once the owner says the invoice is not paid. */
  async reverseManualPayments(): Promise<void> {
    await this.#tx
      .update(payments)
      .set({ status: 'reversed' })
      .where(and(counting(this.#businessId, this.#invoiceId), isNull(payments.provider)));
  }

  /** What was given back of the invoice's payments is owed again: its owner says so. */
  async markRefundsAsOwed(): Promise<void> {
    await this.#tx
      .update(payments)
      .set({ stillOwedAmount: sql`${payments.refundedAmount}` })
      .where(and(counting(this.#businessId, this.#invoiceId), gt(payments.refundedAmount, '0')));
  }

  /**
   * At least what the provider has taken on from us is gone, also before its own sum can be read: so
   * nobody gives it back again meanwhile.
   * @returns what is gone now and was not before; undefined for nothing
   */
  async countRefundsAsGone({ id, currency }: PaymentRow): Promise<Money | undefined> {
    const businessId = this.#businessId;
    const { rows } = await this.#tx.execute<{ before: string; after: string }>(sql`
      update ${payments} y set
        refunded_amount = round(
          least(y.amount, greatest(y.refunded_amount, r.given)), scale(y.amount)),
        status = case when r.given >= y.amount and y.status in ('completed', 'review')
          then 'refunded' else y.status end
      from (
        select p.refunded_amount as before,
          (select coalesce(sum(amount), 0) from ${refunds}
           where business_id = ${businessId} and payment_id = p.id and status = 'succeeded') as given
        from ${payments} p where p.business_id = ${businessId} and p.id = ${id} for update
      ) r
      where y.business_id = ${businessId} and y.id = ${id}
      returning r.before::text as before, y.refunded_amount::text as after`);
    const [sums] = rows;
    const change = sums && subtractMoney(money(sums.after, currency), money(sums.before, currency));
    return change && isPositive(change) ? change : undefined;
  }
}

export type OpenLedger = InvoiceLedger;

/** What an invoice's payments come to now. */
export async function readBalance(
  db: Queryable,
  invoice: { businessId: string; id: number; total: string; currency: string },
  which: 'all' | 'online' = 'all',
): Promise<Balance> {
  const { status, amount, currency, refundedAmount, stillOwedAmount, provider } = payments;
  const counted = await db
    .select({ status, amount, currency, refundedAmount, stillOwedAmount, provider })
    .from(payments)
    .where(counting(invoice.businessId, invoice.id));
  const those = counted.filter((payment) => which === 'all' || payment.provider !== null);
  return computeBalance({ total: invoice.total, currency: invoice.currency, payments: those });
}

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

/** Any payment of an invoice that came, whether it counts or not, in another currency than this. */
export async function findPaymentOutside(
  db: Queryable,
  { businessId, invoiceId, currency }: Pick<PaymentRow, 'businessId' | 'invoiceId' | 'currency'>,
): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(
      and(
        ofInvoice(businessId, invoiceId),
        inArray(payments.status, CAME),
        ne(payments.currency, currency),
      ),
    )
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

/** The payments of an invoice as its page shows them: a column beside the row `d` of `invoices`. */
export const paymentsColumn = (businessId: string): SQL => sql`
  (select coalesce(json_agg(json_build_object(
     'id', y.id, 'invoiceId', y.invoice_id, 'amount', y.amount::text, 'currency', y.currency,
     'paymentDate', y.payment_date, 'paymentMethod', y.payment_method, 'status', y.status,
     'provider', y.provider, 'methodDetail', y.method_detail,
     'refundedAmount', y.refunded_amount::text, 'dispute', y.dispute,
     'pendingRefundAmount', (
       select round(coalesce(sum(r.amount), 0), scale(y.amount))::text from refunds r
       where r.business_id = ${businessId} and r.payment_id = y.id and r.status = 'pending'),
     'stillOwedAmount', y.still_owed_amount::text,
     'receiptUrl', y.receipt_url, 'notes', y.notes, 'createdAt', y.created_at) order by y.id),
     '[]'::json)
   from payments y
   where y.business_id = ${businessId} and y.invoice_id = d.id) as payments`;
