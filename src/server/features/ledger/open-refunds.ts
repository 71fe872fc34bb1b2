import type { Decimal } from '../../../shared/money/decimal.ts';
import { fromMinorUnits, minorUnits, money } from '../../../shared/money/money.ts';
import type { ToldRefund } from '../../platform/payment-providers/payment-provider.ts';
import type { DecidableRefund, DueEvent } from './decide-refunds.ts';
import { decideRefunds } from './decide-refunds.ts';
import type { DueHistory, PaymentRefundRow, RefundRequest } from './payment-refund.store.ts';
import type { PaymentRow } from './payment.store.ts';

/** A refund as it was read, where it was, and as it is by now (minor units). */
export interface OpenRefund extends DecidableRefund {
  stored: PaymentRefundRow | undefined;
  paymentId: number;
  currency: string;
  requestId: number | null;
  providerRefundId: string | null;
  /** What was given back when it happened. */
  whole: bigint;
}

/** A part of a refund that was not carried out after all. */
export interface Reversal {
  paymentId: number;
  currency: string;
  reversesId: number;
  units: bigint;
}

/** The refunds of the payments of an open ledger: what they are, and what they leave owed. */
export class OpenRefunds {
  readonly #ofPayments = new Map<number, OpenRefund[]>();
  readonly #histories = new Map<number, DueHistory>();
  readonly reversals: Reversal[] = [];

  has(paymentId: number): boolean {
    return this.#ofPayments.has(paymentId);
  }

  hasHistory(invoiceId: number): boolean {
    return this.#histories.has(invoiceId);
  }

  /** @param rows all of the payment, oldest first */
  add({ id, currency }: Pick<PaymentRow, 'id' | 'currency'>, rows: PaymentRefundRow[]): void {
    const units = (amount: Decimal) => minorUnits(money(amount, currency));
    const open = rows
      .filter(({ reversesId }) => reversesId === null)
      .map((row) => {
        const reversed = rows.filter(({ reversesId }) => reversesId === row.id);
        const whole = units(row.amount);
        return {
          stored: row,
          id: row.id,
          paymentId: id,
          currency,
          requestId: row.requestId,
          providerRefundId: row.providerRefundId,
          whole,
          units: reversed.reduce((left, { amount }) => left + units(amount), whole),
          at: row.refundedAt,
          knownAt: row.createdAt,
          decidedBy: row.decidedBy,
          stillOwed: row.stillOwed,
          adjusted: units(row.adjustedAmount),
        };
      });
    this.#ofPayments.set(id, open);
  }

  addHistory(invoiceId: number, history: DueHistory): void {
    this.#histories.set(invoiceId, history);
  }

  paymentIds(): number[] {
    return [...this.#ofPayments.keys()];
  }

  of(paymentId: number): OpenRefund[] {
    return this.#ofPayments.get(paymentId) ?? [];
  }

  /** What was given back of a payment in all, and what of that is owed again. */
  sums({ id, currency }: Pick<PaymentRow, 'id' | 'currency'>) {
    const refunds = this.of(id);
    const sum = (some: OpenRefund[]) =>
      fromMinorUnits(
        some.reduce((all, { units }) => all + units, 0n),
        currency,
      ).amount;
    return {
      refundedAmount: sum(refunds),
      stillOwedAmount: sum(refunds.filter(({ stillOwed }) => stillOwed)),
    };
  }

  /**
   * Has the refunds of a payment come to what its provider says was given back in all: more by the refunds
   * that it names, where they come to just that, and by one row otherwise; less by those that it does not
   * name any more.
   */
  follow(
    payment: Pick<PaymentRow, 'id' | 'currency' | 'paidAt'>,
    told: { refunded: Decimal; refunds: readonly ToldRefund[] },
    requests: readonly RefundRequest[],
    now: Date,
  ): void {
    const units = (amount: Decimal) => minorUnits(money(amount, payment.currency));
    const known = this.of(payment.id);
    const change = units(told.refunded) - known.reduce((all, one) => all + one.units, 0n);
    if (change > 0n) {
      const named = told.refunds.map((one) => ({ ...one, units: units(one.amount) }));
      const fresh = withoutKnown(named, known);
      const isAll = fresh.reduce((all, one) => all + one.units, 0n) === change;
      const newest = named.at(-1);
      const sum = { id: null, units: change, at: newest?.at ?? now };
      for (const one of isAll ? fresh : [sum]) this.#insert(payment, one, requests, now);
    } else if (change < 0n) {
      this.#reverse(payment.id, -change, told.refunds);
    }
  }

  /**
   * A refund that was asked for here and carried out.
   * @param isCounted whether as much as all that were is known already
   * @returns what is gone by it (minor units); undefined where it is known
   */
  carryOut(
    payment: Pick<PaymentRow, 'id' | 'currency' | 'amount' | 'paidAt'>,
    request: RefundRequest,
    at: Date,
    now: Date,
    isCounted: boolean,
  ): bigint | undefined {
    const units = (amount: Decimal) => minorUnits(money(amount, payment.currency));
    const asked = units(request.amount);
    const all = this.of(payment.id);
    const isIt = (one: OpenRefund) =>
      one.requestId === request.id ||
      (one.providerRefundId !== null && one.providerRefundId === request.providerId);
    const known =
      all.find(isIt) ??
      all.find(
        (one) => one.requestId === null && one.providerRefundId === null && one.units === asked,
      );
    if (known) {
      known.requestId = request.id;
      known.providerRefundId ??= request.providerId;
      follow(known, request);
    }
    if (known || isCounted) return undefined;
    const left = units(payment.amount) - all.reduce((sum, one) => sum + one.units, 0n);
    const most = asked < left ? asked : left;
    if (most <= 0n) return undefined;
    this.#insert(payment, { id: request.providerId, units: most, at }, [request], now);
    return most;
  }

  /** Its owner says that all that was given back of a payment is owed again. */
  markAsOwed(paymentId: number): void {
    for (const one of this.of(paymentId)) follow(one, { stillOwed: true });
  }

  /**
   * Decides what of the refunds of an invoice's payments is still owed.
   * @param payments that were made for it, as they are by now
   * @returns what they leave of its total that nobody owes, and by how much more is written off than is stored
   *   (minor units)
   */
  decide(
    invoiceId: number,
    payments: readonly { payment: PaymentRow; counts: boolean }[],
  ): { adjusted: bigint; moreWrittenOff: bigint } {
    const nothing = { adjusted: 0n, moreWrittenOff: 0n };
    const history = this.#histories.get(invoiceId);
    if (!history) return nothing;
    const counted = payments.filter(
      ({ payment, counts }) => counts || history.countedIds.includes(payment.id),
    );
    const [first] = payments;
    if (!first) return nothing;
    const { currency } = first.payment;
    const units = (amount: Decimal) => minorUnits(money(amount, currency));
    const changed = history.events.map(({ kind, paymentId, amount, at }): DueEvent => {
      const moment = new Date(at);
      return { kind, paymentId, units: units(amount), at: moment, knownAt: moment };
    });
    const later = changed
      .filter(({ kind }) => kind === 'asked')
      .reduce((all, one) => all + one.units, 0n);
    const begin = new Date(0);
    const atFirst = units(history.total) - later;
    const events: DueEvent[] = [
      { kind: 'asked', paymentId: null, units: atFirst, at: begin, knownAt: begin },
      ...changed,
      ...counted.map(({ payment }): DueEvent => {
        const { id: paymentId, paidAt, createdAt: knownAt } = payment;
        const at = paidAt ?? knownAt;
        return { kind: 'received', paymentId, units: minorUnits(payment), at, knownAt };
      }),
    ];
    const refunds = counted.flatMap(({ payment }) => this.of(payment.id));
    const { decisions, adjusted, writtenOff } = decideRefunds(refunds, events);
    for (const one of refunds) Object.assign(one, decisions.get(one));
    // What an earlier release decided goes on showing what it showed.
    const isKept = refunds.some(({ decidedBy }) => decidedBy === 'update');
    const moreWrittenOff = isKept ? 0n : writtenOff - units(history.writtenOff);
    return { adjusted, moreWrittenOff };
  }

  #insert(
    payment: Pick<PaymentRow, 'id' | 'currency' | 'paidAt'>,
    { id: providerRefundId, units, at }: { id: string | null; units: bigint; at: Date },
    requests: readonly RefundRequest[],
    now: Date,
  ): void {
    const all = this.#ofPayments.get(payment.id) ?? [];
    const taken = new Set(all.map(({ requestId }) => requestId));
    const open = requests.filter(({ id }) => !taken.has(id));
    const request =
      open.find(({ providerId }) => providerId !== null && providerId === providerRefundId) ??
      open.find(
        ({ amount, providerId }) =>
          (providerId === null || providerRefundId === null) &&
          minorUnits(money(amount, payment.currency)) === units,
      );
    const one: OpenRefund = {
      stored: undefined,
      id: Number.MAX_SAFE_INTEGER,
      paymentId: payment.id,
      currency: payment.currency,
      requestId: request?.id ?? null,
      providerRefundId,
      whole: units,
      units,
      // Clocks differ: nothing goes back before it came.
      at: latest(at, payment.paidAt),
      knownAt: now,
      decidedBy: 'rule',
      stillOwed: true,
      adjusted: 0n,
    };
    if (request) follow(one, request);
    this.#ofPayments.set(payment.id, [...all, one]);
  }

  #reverse(paymentId: number, units: bigint, told: readonly ToldRefund[]): void {
    const named = new Set(told.map(({ id }) => id));
    const newestFirst = this.of(paymentId)
      .filter((one) => one.units > 0n)
      .toReversed();
    const unnamed = newestFirst.filter(
      ({ providerRefundId: id }) => id !== null && !named.has(id) && named.size > 0,
    );
    const isAll = unnamed.reduce((all, one) => all + one.units, 0n) === units;
    const exact = newestFirst.find((one) => one.units === units);
    let left = units;
    for (const one of isAll ? unnamed : exact ? [exact] : newestFirst) {
      const part = one.units < left ? one.units : left;
      if (part === 0n) return;
      left -= part;
      one.units -= part;
      const { currency, stored } = one;
      if (stored) {
        this.reversals.push({ paymentId, currency, reversesId: stored.id, units: part });
      } else one.whole -= part;
    }
  }
}

/** What its owner said when it was asked for. */
function follow(
  one: OpenRefund,
  { stillOwed, createdAt }: Pick<RefundRequest, 'stillOwed'> & Partial<RefundRequest>,
): void {
  // Whoever asked for it has seen what was so: providers' clocks count in seconds, and may be late.
  one.at = latest(one.at, createdAt ?? null);
  if (stillOwed !== null) Object.assign(one, { stillOwed, decidedBy: 'owner', adjusted: 0n });
}

const latest = (one: Date, other: Date | null): Date =>
  other !== null && other > one ? other : one;

interface NamedRefund {
  id: string;
  units: bigint;
  at: Date;
}

/** Those that are in no row yet: neither by their name nor, where a row has none, by their amount. */
function withoutKnown(named: readonly NamedRefund[], known: readonly OpenRefund[]): NamedRefund[] {
  const names = new Set(known.map(({ providerRefundId }) => providerRefundId));
  const nameless = known.filter(({ providerRefundId }) => providerRefundId === null);
  return named.filter((one) => {
    if (names.has(one.id)) return false;
    const at = nameless.findIndex(({ units }) => units === one.units);
    if (at < 0) return true;
    const [row] = nameless.splice(at, 1);
    if (row) row.providerRefundId = one.id;
    return false;
  });
}
