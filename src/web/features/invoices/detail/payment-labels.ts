/** A payment in words: how it came, what has become of it, and what can be given back. */

import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { overdueOn } from '../../../../shared/documents/installments/schedule-installments.ts';
import { PAYMENT_METHOD_LABELS } from '../../../../shared/invoices/invoice-status.ts';
import type { InvoiceDetail, Payment } from '../../../../shared/invoices/invoice.contract.ts';
import type { Decimal } from '../../../../shared/money/decimal.ts';
import type { Money } from '../../../../shared/money/money.ts';
import {
  addMoney,
  compareMoney,
  formatMoney,
  fromMinorUnits,
  isPositive,
  minorUnits,
  money,
  noMoney,
  subtractMoney,
} from '../../../../shared/money/money.ts';
import { bearingOn, countsAsReceived, leftOfPayment } from '../../../../shared/payments/balance.ts';
import { PROVIDER_LABELS } from '../../../../shared/payments/provider-labels.ts';
import { decideRefund } from '../../../../shared/payments/refund-effect.ts';
import { amountIn } from '../../../documents/event-data.ts';

/** 'Card, Visa ending 4242', 'PayPal', 'Bank transfer'. */
export function paymentTitle({ provider, methodDetail, paymentMethod }: Payment): string {
  if (provider === 'paypal') {
    if (!methodDetail || /^paypal$/i.test(methodDetail)) return 'PayPal';
    return /^paypal/i.test(methodDetail) ? methodDetail : `PayPal, ${methodDetail}`;
  }
  if (provider === 'stripe') {
    const kind =
      PAYMENT_METHOD_LABELS[paymentMethod === 'bank_transfer' ? 'bank_transfer' : 'card'];
    if (!methodDetail) return kind;
    return /ending/.test(methodDetail) ? `${kind}, ${methodDetail}` : methodDetail;
  }
  return paymentMethod ? PAYMENT_METHOD_LABELS[paymentMethod] : 'Payment';
}

export interface PaymentNote {
  words: string;
  /** 'bad' asks for a look, 'quiet' only tells. */
  tone: 'bad' | 'quiet';
}

/** What has become of it, where that is not simply 'received'. @param invoice on whose page it stands */
export function paymentNotes(
  payment: Payment,
  invoice: Pick<InvoiceDetail, 'id' | 'amountDue' | 'amountAdjusted'>,
): PaymentNote[] {
  const { status, currency, dispute, notes } = payment;
  const refunded = money(payment.refundedAmount, currency);
  const pending = money(payment.pendingRefundAmount, currency);
  const list: PaymentNote[] = [];
  const say = (words: string, tone: PaymentNote['tone'] = 'quiet') => list.push({ words, tone });
  const provider = payment.provider ? PROVIDER_LABELS[payment.provider] : 'the provider';

  if (status === 'pending') say('Being confirmed');
  if (status === 'failed') say(notes ? `Failed. ${notes}` : 'Failed', 'bad');
  if (status === 'review') {
    say(`Needs review${notes ? `: ${notes}` : '.'} It does not count as paid.`, 'bad');
  }
  if (status === 'reversed' && dispute !== 'lost') say(formatReversed(payment));
  const inFull = isPositive(refunded) && compareMoney(refunded, payment) >= 0;
  const words = inFull || status === 'refunded' ? 'Refunded in full' : undefined;
  if (words || isPositive(refunded)) {
    say(`${words ?? `${formatMoney(refunded)} refunded`}${formatOwed(payment, invoice)}`);
  }
  if (isPositive(pending)) say(`A refund of ${formatMoney(pending)} is on its way`);
  if (dispute === 'open') say(`Disputed by the customer: ${provider} decides`, 'bad');
  if (dispute === 'won') say('Dispute won');
  if (dispute === 'lost') say('Dispute lost: the money was returned', 'bad');
  return list;
}

/**
 * What is owed again of what was given back. A payment that went back whole is owed again, unless a part
 * is not; of one for several invoices the history says what is.
 */
function formatOwed(
  payment: Payment,
  { id, amountDue, amountAdjusted }: Parameters<typeof paymentNotes>[1],
): string {
  const { currency, invoiceId } = payment;
  if (invoiceId !== id) return '';
  const [refunded, owed, adjusted, due] = [
    payment.refundedAmount,
    payment.stillOwedAmount,
    payment.adjustedAmount,
    amountDue,
  ].map((amount) => money(amount, currency)) as [Money, Money, Money, Money];
  // Money or credit may have taken its place since.
  const taken = money(amountAdjusted, currency);
  const forgiven = compareMoney(adjusted, taken) < 0 ? adjusted : taken;
  if (isPositive(forgiven)) {
    return compareMoney(forgiven, refunded) === 0
      ? ', and not owed again'
      : `: ${formatMoney(forgiven)} of it is not owed again`;
  }
  const isPart = compareMoney(refunded, payment) < 0;
  const isOwed = isPositive(owed) && compareMoney(owed, due) <= 0;
  if (!isPart || !isOwed) return '';
  return compareMoney(owed, refunded) === 0
    ? ', and owed again'
    : `: ${formatMoney(owed)} of it is owed again`;
}

/** Why a payment no longer counts. */
function formatReversed({ reversal }: Pick<Payment, 'reversal'>): string {
  if (reversal === 'undone') return 'Undone: it no longer counts';
  if (reversal === 'status') return 'Undone when the status was set back';
  if (reversal === 'deletion') return 'Undone when the invoice was deleted';
  return 'Reversed';
}

/**
 * What a payment settles of an invoice, where that is not simply its amount: 'Settles $60.00 of this
 * invoice'; and whether the rest settles others.
 */
export function formatShare(
  invoiceId: number,
  payment: Payment,
): { share: string | undefined; isDivided: boolean } {
  const { currency, allocatedAmount } = payment;
  if (!countsAsReceived(payment)) return { share: undefined, isDivided: false };
  const here = money(allocatedAmount, currency);
  const { allocatedElsewhere } = bearingOn(invoiceId, payment);
  const isDivided = isPositive(money(allocatedElsewhere, currency));
  const hasCredit = isPositive(money(payment.unappliedAmount, currency));
  const share = isDivided || hasCredit ? `${formatMoney(here)} settles this invoice` : undefined;
  return { share, isDivided };
}

/** What of a payment is its customer's credit; undefined for none. */
export function findCredit(payment: Payment): Money | undefined {
  const credit = money(payment.unappliedAmount, payment.currency);
  return countsAsReceived(payment) && isPositive(credit) ? credit : undefined;
}

/**
 * Payments that have to do with an invoice: one that was given to others wholly has not, unless it was
 * asked for this one, too.
 */
export function shownPayments({ id, payments }: Pick<InvoiceDetail, 'id' | 'payments'>): Payment[] {
  return payments.filter(
    (payment) =>
      payment.invoiceId === id ||
      payment.partAmount !== null ||
      !countsAsReceived(payment) ||
      isPositive(money(payment.allocatedAmount, payment.currency)),
  );
}

/** Why an invoice was written off, as far as its history tells it, the newest first. */
export function writeOffReasons({
  history,
  currency,
  amountWrittenOff,
}: Pick<InvoiceDetail, 'history' | 'currency' | 'amountWrittenOff'>): string[] {
  let left = money(amountWrittenOff, currency);
  const reasons: string[] = [];
  for (const { type, data } of history) {
    // All that is older was undone.
    if (type === 'invoice.write_off_undone') break;
    const amount = typeof data['amount'] === 'string' ? data['amount'] : undefined;
    if (type !== 'invoice.written_off' || amount === undefined || !isPositive(left)) continue;
    left = subtractMoney(left, money(amount, currency));
    if (typeof data['reason'] === 'string') reasons.push(data['reason']);
  }
  return [...new Set(reasons)];
}

/** What is on its way to this invoice, in words; undefined where nothing is. */
export function formatProcessing({
  paymentProcessing,
  history,
  currency,
}: Pick<InvoiceDetail, 'paymentProcessing' | 'history' | 'currency'>): string | undefined {
  if (!paymentProcessing) return undefined;
  // Newest first: the last one that was submitted.
  const { data } = history.find(({ type }) => type === 'payment.processing') ?? {};
  const amount = amountIn(data?.['amount'], data?.['currency'] ?? currency);
  return `${amount ? `A payment of ${amount}` : 'A payment'} is being confirmed.`;
}

/** What can still be given back through the provider; nothing of a payment that cannot be. */
export function refundableAmount(payment: Payment): Money {
  const { provider, status, dispute, currency } = payment;
  const none = noMoney(currency);
  if (provider === null || dispute === 'open' || dispute === 'lost') return none;
  if (status !== 'completed' && status !== 'review') return none;
  // What an answer lacks counts for nothing.
  const told = (amount: Decimal | undefined) => money(amount ?? '0', currency);
  const gone = addMoney(told(payment.refundedAmount), told(payment.pendingRefundAmount));
  const left = subtractMoney(told(payment.amount), gone);
  return isPositive(left) ? left : none;
}

/** A payment that carries a part of what is too much. */
export interface Overpayment {
  payment: Payment;
  credit: Money;
  /** What of that can go back the way it came; undefined of money that came by hand. */
  refundable: Money | undefined;
}

/** The payments of an overpaid invoice that carry the excess, the newest first. */
export function listOverpayments({
  id,
  payments,
}: Pick<InvoiceDetail, 'id' | 'payments'>): Overpayment[] {
  return payments
    .filter(({ invoiceId }) => invoiceId === id)
    .toSorted((one, other) => other.id - one.id)
    .flatMap((payment) => {
      const credit = findCredit(payment);
      if (!credit) return [];
      const left = refundableAmount(payment);
      const refundable = compareMoney(left, credit) < 0 ? left : credit;
      return [{ payment, credit, refundable: isPositive(refundable) ? refundable : undefined }];
    });
}

type RefundedInvoice = Pick<
  InvoiceDetail,
  | 'id'
  | 'currency'
  | 'total'
  | 'issueDate'
  | 'dueDate'
  | 'installments'
  | 'invoiceType'
  | 'amountPaid'
  | 'amountDue'
  | 'amountAdjusted'
  | 'amountWrittenOff'
  | 'overpaid'
>;

/**
 * What a refund of this amount does to what is due, and whether the customer owes it still.
 * @param said by the owner; without it, the rule decides
 * @returns undefined where it takes nothing off the invoice by itself: of a payment that does not count,
 *   was made for several invoices, or carries only what came too much
 */
export function foreseeRefund(
  invoice: RefundedInvoice,
  payment: Payment,
  amount: Money,
  said?: boolean,
): { stillOwed: boolean; due: Money } | undefined {
  const { currency } = invoice;
  const isOwn = payment.invoiceId === invoice.id && payment.currency === currency;
  if (!isOwn || !countsAsReceived(payment)) return undefined;
  const units = (one: Decimal) => minorUnits(money(one, currency));
  const due = units(invoice.amountDue);
  const moment = {
    due,
    overpaid: units(invoice.overpaid),
    left: minorUnits(leftOfPayment(payment)),
    units: minorUnits(amount),
  };
  const { stillOwed, taken } = decideRefund(moment, said);
  if (taken === 0n) return undefined;
  // What of the payment settles other invoices is taken from these.
  const here = units(payment.allocatedAmount);
  const opened = stillOwed ? (taken < here ? taken : here) : 0n;
  return { stillOwed, due: fromMinorUnits(due + opened, currency) };
}

/** What a refund of this amount will do, in a few sentences. */
export function formatRefundEffect(
  invoice: RefundedInvoice,
  payment: Payment,
  amount: Money,
  { today, said }: { today: CalendarDate; said?: boolean | undefined },
): string {
  const back = `${formatMoney(amount)} is returned the way it was paid (${paymentTitle(payment)}). This takes a few days and cannot be undone.`;
  const of = (one: Decimal) => money(one, invoice.currency);
  const isPaid = !isPositive(of(invoice.amountDue));
  const foreseen = foreseeRefund(invoice, payment, amount, said);
  if (!foreseen) {
    // What it does to each of several invoices is told beside it.
    const tells = countsAsReceived(payment) && payment.invoiceId === invoice.id && isPaid;
    return tells ? `${back} The invoice stays paid.` : back;
  }
  const due = formatMoney(foreseen.due);
  if (!foreseen.stillOwed) {
    const deducted =
      invoice.invoiceType === 'deposit'
        ? ' The final invoice deducts this deposit all the same.'
        : '';
    if (!isPaid) return `${back} ${due} stays due: the refund is not owed again.${deducted}`;
    const isKept = compareMoney(of(invoice.amountPaid), amount) > 0;
    const isRefunded = !isKept && !isPositive(of(invoice.amountWrittenOff));
    const stays = isRefunded
      ? 'Nothing is due then, and the invoice reads Refunded.'
      : 'The invoice stays paid.';
    return `${back} ${stays}${deducted}`;
  }
  const late = formatLate(invoice, foreseen.due, today);
  const earlier = of(invoice.amountAdjusted);
  const kept = isPositive(earlier)
    ? ` The ${formatMoney(earlier)} refunded before is still not owed.`
    : '';
  return isPaid
    ? `${back} The invoice is then open again, with ${due} due${late}.${kept}`
    : `${back} ${due} is then due${late}.${kept}`;
}

/** What of an amount that is due is overdue at once: the day of its installment has passed. */
function formatLate(invoice: RefundedInvoice, due: Money, today: CalendarDate): string {
  const late = money(overdueOn({ ...invoice, amountDue: due.amount }, today), due.currency);
  if (!isPositive(late)) return '';
  return compareMoney(late, due) === 0 ? ' and overdue' : `, ${formatMoney(late)} of it overdue`;
}
