import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import {
  addMoney,
  fromMinorUnits,
  isPositive,
  minorUnits,
  money,
  noMoney,
} from '../../../shared/money/money.ts';
import type { Settlement } from '../../../shared/payments/balance.ts';
import {
  countsAsReceived,
  leftOfPayment,
  settleInvoice,
} from '../../../shared/payments/balance.ts';
import type { Transaction } from '../../db/database.ts';
import { payments } from '../../db/tables/ledger.table.ts';
import type { DividedPayment, PaymentRow } from './payment.store.ts';
import { selectBearingOn, selectPayment, selectReleased } from './payment.store.ts';
import { postLedger } from './post-ledger.ts';
import { sumSucceededRefunds } from './refund.store.ts';

type NewPayment = Omit<
  typeof payments.$inferInsert,
  'businessId' | 'id' | 'currency' | 'allocatedAmount'
> &
  Money;

/** What of an invoice decides how payments settle it. */
export interface SettledInvoice {
  id: number;
  currency: string;
  total: Decimal;
  amountWrittenOff: Decimal;
  deletedAt: Date | null;
}

/** A payment as it was read, as it is by now, and what of it settles each invoice (minor units). */
export interface OpenPayment {
  /** Before it was changed; undefined for one that is new. */
  stored: PaymentRow | undefined;
  /** What is in its row: for a new one, as it was inserted. */
  row: PaymentRow;
  now: PaymentRow;
  /** In the order in which they were allocated. */
  parts: Map<number, { stored: bigint; now: bigint }>;
}

type ProviderState = Pick<PaymentRow, 'refundedAmount' | 'dispute' | 'receiptUrl' | 'status'>;

/**
 * The payments of some invoices, which are locked, open for changes. What is changed is written by
 * `post`, once, with a row for each thing that happened. Opened by
 * features/invoices/reconcile-invoice-status.ts alone, which then makes the invoices say what their
 * payments say, in the same transaction.
 */
export class Ledger {
  readonly #tx: Transaction;
  readonly #businessId: string;
  readonly #payments = new Map<number, OpenPayment>();
  readonly #invoiceIds = new Set<number>();
  /** Invoices whose deletion was taken back while the ledger was open. */
  readonly restored = new Set<number>();

  constructor(tx: Transaction, businessId: string) {
    this.#tx = tx;
    this.#businessId = businessId;
  }

  /** Reads and locks the payments of further invoices, which the caller has locked. */
  async include(invoiceIds: readonly number[]): Promise<void> {
    const further = invoiceIds.filter((id) => !this.#invoiceIds.has(id));
    for (const id of further) this.#invoiceIds.add(id);
    this.#add(await selectBearingOn(this.#tx, this.#businessId, further));
  }

  #add(divided: readonly DividedPayment[]): void {
    for (const { payment, division } of divided) {
      if (this.#payments.has(payment.id)) continue;
      const parts = (division ?? []).map(({ invoiceId, amount }) => {
        const units = minorUnits(money(amount, payment.currency));
        return [invoiceId, { stored: units, now: units }] as const;
      });
      const row = payment;
      this.#payments.set(row.id, { stored: row, row, now: row, parts: new Map(parts) });
    }
  }

  /** Reads and locks a payment whose invoices the caller has locked; undefined where there is none. */
  async includePayment(id: number): Promise<PaymentRow | undefined> {
    if (!this.#payments.has(id)) this.#add(await selectPayment(this.#tx, this.#businessId, id));
    return this.#payments.get(id)?.now;
  }

  /** A payment that has been read. @throws Error for any other */
  payment(id: number): PaymentRow {
    return this.#open(id).now;
  }

  /** Those of an invoice, in the order in which they came. */
  paymentsOf(invoiceId: number): PaymentRow[] {
    return this.#bearing(invoiceId).map(({ now }) => now);
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
        allocatedAmount: nothing,
        ...values,
        businessId: this.#businessId,
      })
      .returning();
    if (!row) throw new Error('no payment was inserted');
    this.#payments.set(row.id, { stored: undefined, row, now: row, parts: new Map() });
    return row;
  }

  /** A payment that waited for its owner's look counts from now on. */
  acceptPayment(id: number): void {
    this.#change(id, { status: 'completed' });
  }

  /** What the provider says of a payment now. */
  followProvider(id: number, state: ProviderState): void {
    this.#change(id, state);
  }

  /** It never came, or went back by hand: what it settled is owed again. */
  reverse(id: number, reversal: NonNullable<PaymentRow['reversal']>): void {
    this.#change(id, { status: 'reversed', reversal });
  }

  /** Payments of an invoice that were recorded by hand count no longer. */
  reverseManualPayments(invoiceId: number, reversal: 'status' | 'deletion'): void {
    for (const { now } of this.#own(invoiceId)) {
      if (now.provider === null && countsAsReceived(now)) this.reverse(now.id, reversal);
    }
  }

  /** What its owner has payments settle of an invoice is credit again. */
  releaseDivided(invoiceId: number): void {
    for (const payment of this.#bearing(invoiceId)) {
      if (payment.now.invoiceId !== invoiceId) this.#setPart(payment, invoiceId, 0n);
    }
  }

  /** An invoice's deletion is taken back, and so is what it did to payments. */
  async restorePayments(invoiceId: number, deletedAt: Date): Promise<void> {
    this.restored.add(invoiceId);
    for (const { now } of this.#own(invoiceId)) {
      if (now.reversal === 'deletion') {
        this.#change(now.id, { status: 'completed', reversal: null });
      }
    }
    for (const { paymentId, amount } of await selectReleased(
      this.#tx,
      this.#businessId,
      invoiceId,
      deletedAt,
    )) {
      const payment = this.#payments.get(paymentId);
      if (!payment || payment.now.invoiceId === invoiceId) continue;
      const { currency } = payment.now;
      const free = minorUnits(this.unapplied(paymentId));
      const before = minorUnits(money(amount, currency));
      this.#setPart(payment, invoiceId, before < free ? before : free);
    }
  }

  /** What was given back of an invoice's payments is owed again: its owner says so. */
  markRefundsAsOwed(invoiceId: number): void {
    for (const { now } of this.#own(invoiceId)) {
      if (countsAsReceived(now)) this.#change(now.id, { stillOwedAmount: now.refundedAmount });
    }
  }

  /**
   * At least what the provider has taken on from us is gone, also before its own sum can be read: so
   * nobody gives it back again meanwhile.
   * @returns what is gone now and was not before; undefined for nothing
   */
  async countRefundsAsGone(id: number): Promise<Money | undefined> {
    const { now } = this.#open(id);
    const { currency, status, refundedAmount } = now;
    const units = (amount: Decimal) => minorUnits(money(amount, currency));
    const given = units(await sumSucceededRefunds(this.#tx, now));
    const all = units(now.amount);
    const before = units(refundedAmount);
    const after = given > before ? (given < all ? given : all) : before;
    const isGone = after >= all && (status === 'completed' || status === 'review');
    this.#change(id, {
      refundedAmount: fromMinorUnits(after, currency).amount,
      ...(isGone ? { status: 'refunded' } : {}),
    });
    const change = fromMinorUnits(after - before, currency);
    return isPositive(change) ? change : undefined;
  }

  /** What of a payment its owner has settle an invoice: all of it there, not more of it. */
  allocate(id: number, invoiceId: number, { amount, currency }: Money): void {
    this.#setPart(this.#open(id), invoiceId, minorUnits(money(amount, currency)));
  }

  /** What an invoice takes as payments are divided now: what is due, and what was given up. */
  readonly openAmount = (invoice: SettledInvoice): Money => {
    const { due, writtenOff } = this.settle(invoice);
    return addMoney(due, writtenOff);
  };

  /** What of a payment settles nothing, and was not given back. */
  unapplied(id: number): Money {
    const payment = this.#open(id);
    const { currency } = payment.now;
    const kept = countsAsReceived(payment.now) ? minorUnits(leftOfPayment(payment.now)) : 0n;
    return fromMinorUnits(kept - sumOfParts(payment), currency);
  }

  /**
   * Takes back what payments settle beyond what is left of them, the newest first; what an invoice
   * takes by itself follows when it is settled.
   * @returns other invoices that are concerned: none where these are included
   */
  withdrawExcess(): number[] {
    const others = new Set<number>();
    for (const payment of this.#payments.values()) {
      const { now, parts } = payment;
      let left = countsAsReceived(now) ? minorUnits(leftOfPayment(now)) : 0n;
      for (const [invoiceId, part] of parts) {
        if (invoiceId === now.invoiceId) continue;
        const kept = part.now < left ? part.now : left;
        left -= kept;
        if (kept === part.now) continue;
        this.#setPart(payment, invoiceId, kept);
        if (!this.#invoiceIds.has(invoiceId)) others.add(invoiceId);
      }
    }
    return [...others].sort((a, b) => a - b);
  }

  /** Divides the payments on an invoice anew. */
  settle({ id, currency, total, amountWrittenOff, deletedAt }: SettledInvoice): Settlement {
    const bearing = this.#bearing(id);
    const settlement = settleInvoice({
      currency,
      total,
      amountWrittenOff,
      isDeleted: deletedAt !== null,
      payments: bearing.map((payment) => this.#onInvoice(payment, id)),
    });
    for (const [index, payment] of bearing.entries()) {
      const part = settlement.allocated[index];
      if (part) this.#setPart(payment, id, minorUnits(part));
    }
    return settlement;
  }

  /** Writes what has changed. */
  async post(now: Date): Promise<void> {
    await postLedger(this.#tx, this.#businessId, [...this.#payments.values()], now);
  }

  #onInvoice(payment: OpenPayment, invoiceId: number) {
    const { now, parts } = payment;
    const here = parts.get(invoiceId)?.now ?? 0n;
    return {
      ...now,
      isDivided: now.invoiceId !== invoiceId,
      allocatedAmount: fromMinorUnits(here, now.currency).amount,
      allocatedElsewhere: fromMinorUnits(sumOfParts(payment) - here, now.currency).amount,
    };
  }

  #open(id: number): OpenPayment {
    const payment = this.#payments.get(id);
    if (!payment) throw new Error('the payment is of an invoice that is not open');
    return payment;
  }

  #bearing(invoiceId: number): OpenPayment[] {
    return [...this.#payments.values()]
      .filter(({ now, parts }) => now.invoiceId === invoiceId || parts.has(invoiceId))
      .sort((a, b) => a.now.id - b.now.id);
  }

  #own(invoiceId: number): OpenPayment[] {
    return this.#bearing(invoiceId).filter(({ now }) => now.invoiceId === invoiceId);
  }

  #change(id: number, values: Partial<PaymentRow>): void {
    const payment = this.#open(id);
    payment.now = { ...payment.now, ...values };
  }

  #setPart(payment: OpenPayment, invoiceId: number, units: bigint): void {
    const part = payment.parts.get(invoiceId);
    if (part) part.now = units;
    else if (units !== 0n) payment.parts.set(invoiceId, { stored: 0n, now: units });
  }
}

export type OpenLedger = Omit<Ledger, 'include' | 'withdrawExcess' | 'settle' | 'post'>;

const sumOfParts = ({ parts }: OpenPayment): bigint =>
  [...parts.values()].reduce((sum, { now }) => sum + now, 0n);
