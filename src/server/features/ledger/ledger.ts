import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import {
  addMoney,
  compareMoney,
  fromMinorUnits,
  isPositive,
  minorUnits,
  money,
  noMoney,
  sumMoneyIn,
  withDecimals,
} from '../../../shared/money/money.ts';
import type { Settlement } from '../../../shared/payments/balance.ts';
import {
  countsAsReceived,
  leftOfPayment,
  settleInvoice,
} from '../../../shared/payments/balance.ts';
import { fold } from '../../../shared/search/fold.ts';
import type { Transaction } from '../../db/database.ts';
import { payments } from '../../db/tables/ledger.table.ts';
import type { ToldRefund } from '../../platform/payment-providers/payment-provider.ts';
import type { CreditRow, DividedCredit } from './credit.store.ts';
import type { CreditRefund, OpenCredit, OpenPayment } from './divided.ts';
import { setPart, sumOfParts } from './divided.ts';
import type { DividedPayment } from './lock-divided.ts';
import type { Sources } from './lock-divided.ts';
import { selectBearingOn, selectCredit, selectReleased } from './lock-divided.ts';
import { OpenRefunds } from './open-refunds.ts';
import type { RefundRequest } from './payment-refund.store.ts';
import {
  selectDueHistories,
  selectOpenRequests,
  selectPaymentRefunds,
} from './payment-refund.store.ts';
import type { PaymentRow } from './payment.store.ts';
import { postCredits } from './post-credits.ts';
import { postLedger } from './post-ledger.ts';
import { postRefunds } from './post-refunds.ts';
import { sumSucceededRefunds } from './refund.store.ts';

type NewPayment = Omit<
  typeof payments.$inferInsert,
  'businessId' | 'id' | 'currency' | 'allocatedAmount'
> &
  Money;

/** What of an invoice decides how payments and credit notes settle it. */
export interface SettledInvoice {
  id: number;
  currency: string;
  total: Decimal;
  amountWrittenOff: Decimal;
  deletedAt: Date | null;
}

type ProviderState = Pick<PaymentRow, 'refundedAmount' | 'dispute' | 'receiptUrl' | 'status'> & {
  /** Those that the provider names, oldest first. */
  refunds: readonly ToldRefund[];
};

/**
 * The payments and credit notes of some invoices, which are locked, open for changes. What is changed is written by
 * `post`, once, with a row for each thing that happened. Opened by
 * features/invoices/reconcile-invoice-status.ts alone, which then makes the invoices say what their
 * payments say, in the same transaction.
 */
export class Ledger {
  readonly #tx: Transaction;
  readonly #businessId: string;
  readonly #payments = new Map<number, OpenPayment>();
  readonly #credits = new Map<number, OpenCredit>();
  readonly #refunds = new OpenRefunds();
  readonly #invoiceIds = new Set<number>();
  /** Invoices whose deletion was taken back while the ledger was open. */
  readonly restored = new Set<number>();

  constructor(tx: Transaction, businessId: string) {
    this.#tx = tx;
    this.#businessId = businessId;
  }

  /** Reads and locks what settles further invoices, which the caller has locked, and some sources besides. */
  async include(invoiceIds: readonly number[], sources: Sources = {}): Promise<void> {
    const further = invoiceIds.filter((id) => !this.#invoiceIds.has(id));
    for (const id of further) this.#invoiceIds.add(id);
    const { payments: paid, credits } = await selectBearingOn(
      this.#tx,
      this.#businessId,
      further,
      sources,
    );
    this.#add(paid);
    this.#addCredits(credits);
    await this.#readRefunds(this.#givenBack(further));
  }

  /** Of the payments that were made for some invoices, those of which something was given back. */
  #givenBack(invoiceIds: readonly number[]): PaymentRow[] {
    return [...this.#payments.values()]
      .map(({ now }) => now)
      .filter(
        ({ invoiceId, refundedAmount, currency }) =>
          invoiceId !== null &&
          invoiceIds.includes(invoiceId) &&
          isPositive(money(refundedAmount, currency)),
      );
  }

  /** Reads the refunds of some payments, and what decides whether they are still owed. */
  async #readRefunds(some: readonly PaymentRow[]): Promise<void> {
    const unread = some.filter(({ id }) => !this.#refunds.has(id));
    if (unread.length === 0) return;
    const ids = unread.map(({ id }) => id);
    const rows = await selectPaymentRefunds(this.#tx, this.#businessId, ids);
    for (const payment of unread) {
      const own = rows.filter(({ paymentId }) => paymentId === payment.id);
      this.#refunds.add(payment, own);
    }
    const invoiceIds = new Set(unread.flatMap(({ invoiceId }) => invoiceId ?? []));
    const further = [...invoiceIds].filter((id) => !this.#refunds.hasHistory(id));
    if (further.length === 0) return;
    const histories = await selectDueHistories(this.#tx, this.#businessId, further);
    for (const [id, history] of histories) this.#refunds.addHistory(id, history);
    // What else was made for these invoices is decided with them.
    await this.#readRefunds(this.#givenBack(further));
  }

  #add(divided: readonly DividedPayment[]): void {
    for (const { payment, division } of divided) {
      if (this.#payments.has(payment.id)) continue;
      const row = payment;
      const parts = readParts(division ?? [], row.currency);
      this.#payments.set(row.id, { stored: row, row, now: row, parts });
    }
  }

  #addCredits(divided: readonly DividedCredit[]): void {
    for (const { credit, division } of divided) {
      if (this.#credits.has(credit.id)) continue;
      const { currency } = credit;
      const row = {
        ...credit,
        appliedAmount: withDecimals(credit.appliedAmount, currency),
        refundedAmount: withDecimals(credit.refundedAmount, currency),
      };
      const parts = readParts(division, currency);
      this.#credits.set(row.id, { stored: row, row, now: row, parts, refunds: [] });
    }
  }

  /** A payment that was included; undefined where there is none. */
  findPayment(id: number): PaymentRow | undefined {
    return this.#payments.get(id)?.now;
  }

  /** A credit note, locked where it was not included; undefined for a draft, too. */
  async includeCredit(id: number): Promise<CreditRow | undefined> {
    if (!this.#credits.has(id)) {
      this.#addCredits(await selectCredit(this.#tx, this.#businessId, id));
    }
    return this.#credits.get(id)?.now;
  }

  /** A payment that has been read. @throws Error for any other */
  payment(id: number): PaymentRow {
    return this.#open(id).now;
  }

  /** Those of an invoice, in the order in which they came. */
  listPayments(invoiceId: number): PaymentRow[] {
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
        searchText: fold(values.reference),
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
  async followProvider(id: number, { refunds, ...state }: ProviderState, now: Date): Promise<void> {
    const { now: before } = this.#open(id);
    const { currency } = before;
    const after = money(state.refundedAmount, currency);
    if (compareMoney(after, money(before.refundedAmount, currency)) !== 0) {
      await this.#readRefunds([before]);
      const requests = isPositive(after)
        ? await selectOpenRequests(this.#tx, this.#businessId, id)
        : [];
      this.#refunds.follow(before, { refunded: after.amount, refunds }, requests, now);
    }
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

  /** What its owner has payments and credit notes settle of an invoice is credit again. */
  releaseDivided(invoiceId: number): void {
    for (const source of [...this.#bearing(invoiceId), ...this.#creditsOn(invoiceId)]) {
      if (source.now.invoiceId !== invoiceId) setPart(source, invoiceId, 0n);
    }
  }

  /** An invoice's deletion is taken back, and so is what it did to payments and credit notes. */
  async restorePayments(invoiceId: number, deletedAt: Date): Promise<void> {
    this.restored.add(invoiceId);
    for (const { now } of this.#own(invoiceId)) {
      if (now.reversal === 'deletion') {
        this.#change(now.id, { status: 'completed', reversal: null });
      }
    }
    const released = await selectReleased(this.#tx, this.#businessId, invoiceId, deletedAt);
    for (const { paymentId, creditNoteId, amount } of released) {
      const source =
        paymentId === null ? this.#credits.get(creditNoteId ?? 0) : this.#payments.get(paymentId);
      if (!source || source.now.invoiceId === invoiceId) continue;
      const free = minorUnits(
        paymentId === null ? this.unappliedCredit(source.now.id) : this.unapplied(paymentId),
      );
      const before = minorUnits(money(amount, source.now.currency));
      setPart(source, invoiceId, before < free ? before : free);
    }
  }

  /** What was given back of an invoice's payments is owed again: its owner says so. */
  markRefundsAsOwed(invoiceId: number): void {
    for (const { now } of this.#own(invoiceId)) this.#refunds.markAsOwed(now.id);
  }

  /**
   * What the provider has taken on from us is gone, also before its own sum can be read: so nobody gives
   * it back again meanwhile.
   * @param request succeeded
   * @param at when it was carried out
   * @returns what is gone now and was not before; undefined for nothing
   */
  async carryOutRefund(
    id: number,
    request: RefundRequest,
    at: Date,
    now: Date,
  ): Promise<Money | undefined> {
    const { now: before } = this.#open(id);
    await this.#readRefunds([before]);
    const { currency, status } = before;
    const given = money(await sumSucceededRefunds(this.#tx, before), currency);
    const isCounted = compareMoney(given, money(before.refundedAmount, currency)) <= 0;
    const units = this.#refunds.carryOut(before, request, at, now, isCounted);
    if (units === undefined) return undefined;
    const { refundedAmount } = this.#refunds.sums(before);
    const isGone = compareMoney(money(refundedAmount, currency), before) >= 0;
    const counted = status === 'completed' || status === 'review';
    this.#change(id, {
      refundedAmount,
      ...(isGone && counted ? { status: 'refunded' as const } : {}),
    });
    return fromMinorUnits(units, currency);
  }

  /** What of a payment its owner has settle an invoice: all of it there, not more of it. */
  allocate(id: number, invoiceId: number, { amount, currency }: Money): void {
    setPart(this.#open(id), invoiceId, minorUnits(money(amount, currency)));
  }

  /** The invoices that a payment settles as its owner has divided it: not the one that it was made for. */
  settledBy(id: number): number[] {
    const { parts, now } = this.#open(id);
    return [...parts].flatMap(([invoiceId, part]) =>
      part.now !== 0n && invoiceId !== now.invoiceId ? [invoiceId] : [],
    );
  }

  /** What of a payment settles an invoice by now. */
  allocated(id: number, invoiceId: number): Money {
    const { parts, now } = this.#open(id);
    return fromMinorUnits(parts.get(invoiceId)?.now ?? 0n, now.currency);
  }

  /** A credit note that its owner has just issued counts from now on. */
  issueCredit(id: number): void {
    this.#openCredit(id).stored = undefined;
  }

  /** What of a credit note its owner has settle an invoice: all of it there, not more of it. */
  apply(id: number, invoiceId: number, { amount, currency }: Money): void {
    setPart(this.#openCredit(id), invoiceId, minorUnits(money(amount, currency)));
  }

  /** What of a credit note settles an invoice by now. */
  applied(id: number, invoiceId: number): Money {
    const { parts, now } = this.#openCredit(id);
    return fromMinorUnits(parts.get(invoiceId)?.now ?? 0n, now.currency);
  }

  /** Credit was paid back by hand, or that is taken back: its amount is below zero then. */
  refundCredit(id: number, refund: CreditRefund): void {
    const credit = this.#openCredit(id);
    const { currency, refundedAmount } = credit.now;
    const after = addMoney(money(refundedAmount, currency), money(refund.amount, currency));
    credit.now = { ...credit.now, refundedAmount: after.amount };
    credit.refunds.push(refund);
  }

  /** What of a credit note settles nothing, and was not paid back. */
  unappliedCredit(id: number): Money {
    const credit = this.#openCredit(id);
    const units = minorUnits(leftOfPayment(credit.now)) - sumOfParts(credit);
    return fromMinorUnits(units, credit.now.currency);
  }

  /** What credit notes that correct an invoice have lowered it by. */
  creditedBy({ id, currency }: Pick<SettledInvoice, 'id' | 'currency'>): Money {
    const own = this.#creditsOn(id).filter(({ now }) => now.invoiceId === id);
    return sumMoneyIn(
      currency,
      own.map(({ now }) => leftOfPayment(now)),
    );
  }

  /** What an invoice takes as all is divided now: what is due, and what was given up. */
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
   */
  withdrawExcess(): void {
    for (const payment of this.#payments.values()) {
      const { now, parts } = payment;
      let left = countsAsReceived(now) ? minorUnits(leftOfPayment(now)) : 0n;
      for (const [invoiceId, part] of parts) {
        if (invoiceId === now.invoiceId) continue;
        const kept = part.now < left ? part.now : left;
        left -= kept;
        if (kept !== part.now) setPart(payment, invoiceId, kept);
      }
    }
  }

  /**
   * The invoices that what has changed so far concerns: of each payment and credit note of which a part or
   * what is left changed, those of the parts, and the one that takes what the others leave.
   */
  concerned(): Set<number> {
    const all = new Set<number>();
    for (const { now, stored, parts } of this.#payments.values()) {
      const moved = [...parts].filter(([, part]) => part.now !== part.stored);
      const left = (row: PaymentRow | undefined) =>
        row && countsAsReceived(row) ? minorUnits(leftOfPayment(row)) : 0n;
      if (moved.length === 0 && left(now) === left(stored)) continue;
      for (const [id] of moved) all.add(id);
      if (now.invoiceId !== null) all.add(now.invoiceId);
    }
    for (const { parts } of this.#credits.values()) {
      for (const [id, part] of parts) if (part.now !== part.stored) all.add(id);
    }
    return all;
  }

  /** Divides payments and credit on an invoice anew. */
  settle({ id, currency, total, amountWrittenOff, deletedAt }: SettledInvoice): Settlement {
    const bearing = this.#bearing(id);
    const credits = this.#creditsOn(id);
    const own = this.#own(id).filter(({ now }) => now.currency === currency);
    const { adjusted, moreWrittenOff } = this.#refunds.decide(
      id,
      own.map(({ row, now }) => ({
        payment: now,
        counts: countsAsReceived(now) || countsAsReceived(row),
      })),
    );
    const settlement = settleInvoice({
      currency,
      total,
      amountWrittenOff: addMoney(
        money(amountWrittenOff, currency),
        fromMinorUnits(moreWrittenOff, currency),
      ).amount,
      amountAdjusted: fromMinorUnits(adjusted, currency).amount,
      isDeleted: deletedAt !== null,
      payments: bearing.map((payment) => ({ ...payment.now, ...onInvoice(payment, id) })),
      credits: credits.map((credit) => ({ ...credit.now, ...onInvoice(credit, id) })),
    });
    for (const [index, payment] of bearing.entries()) {
      const part = settlement.allocated[index];
      if (part) setPart(payment, id, minorUnits(part));
    }
    for (const [index, credit] of credits.entries()) {
      const part = settlement.applied[index];
      if (part) setPart(credit, id, minorUnits(part));
    }
    return settlement;
  }

  /** Writes what has changed. */
  async post(now: Date): Promise<void> {
    for (const id of this.#refunds.paymentIds()) {
      this.#change(id, this.#refunds.sums(this.#open(id).now));
    }
    await postRefunds(this.#tx, this.#businessId, this.#refunds, now);
    await postLedger(this.#tx, this.#businessId, [...this.#payments.values()], now);
    await postCredits(this.#tx, this.#businessId, [...this.#credits.values()], now);
  }

  #open(id: number): OpenPayment {
    const payment = this.#payments.get(id);
    if (!payment) throw new Error('the payment is of an invoice that is not open');
    return payment;
  }

  #openCredit(id: number): OpenCredit {
    const credit = this.#credits.get(id);
    if (!credit) throw new Error('the credit note is not open');
    return credit;
  }

  /** Credit notes that correct an invoice, or settle a part of it. */
  #creditsOn(invoiceId: number): OpenCredit[] {
    return [...this.#credits.values()]
      .filter(({ now, parts }) => now.invoiceId === invoiceId || parts.has(invoiceId))
      .sort((a, b) => a.now.id - b.now.id);
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
}

export type OpenLedger = Omit<
  Ledger,
  'include' | 'withdrawExcess' | 'concerned' | 'settle' | 'post'
>;

function readParts(division: readonly { invoiceId: number; amount: string }[], currency: string) {
  return new Map(
    division.map(({ invoiceId, amount }) => {
      const units = minorUnits(money(amount, currency));
      return [invoiceId, { stored: units, now: units }];
    }),
  );
}

/** What of a payment or a credit note concerns an invoice. */
function onInvoice(source: OpenPayment | OpenCredit, invoiceId: number) {
  const { now, parts } = source;
  const here = parts.get(invoiceId)?.now ?? 0n;
  return {
    isDivided: now.invoiceId !== invoiceId,
    allocatedAmount: fromMinorUnits(here, now.currency).amount,
    allocatedElsewhere: fromMinorUnits(sumOfParts(source) - here, now.currency).amount,
  };
}
