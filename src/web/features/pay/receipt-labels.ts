/** What the page that a checkout leads back to says, by what is known of the payment. */

import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { dateInZone, formatDate } from '../../../shared/dates/calendar-date.ts';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import type { PaymentConfirmation } from '../../../shared/payments/payment.contract.ts';
import { amountAsked } from './public-invoice-labels.ts';

/** 'tired': still not known after ten minutes, and no longer asked for by itself. */
export type ReceiptPhase =
  | 'confirming'
  | 'offline'
  | 'tired'
  | 'paid'
  | 'review'
  | 'refunded'
  | 'unpaid';

export interface Receipt {
  heading: string;
  amount: Money;
  rows: { label: string; value: string }[];
  note: string;
  /** Where to write, where there is something to write about. */
  mail: string | null;
  /** 'Visa ending 4242', for the paper. */
  method: string | null;
  /** Says, on paper too, that it is a rehearsal; null where the money is real. */
  rehearsal: string | null;
}

const HEADINGS: Record<ReceiptPhase, string> = {
  confirming: 'Confirming your payment',
  offline: 'Confirming your payment',
  tired: 'Not confirmed yet',
  paid: 'Payment Successful!',
  review: 'Payment received',
  refunded: 'Payment refunded',
  unpaid: 'Payment not completed',
};

/** Seconds until the next question: 1, 2, 3 … and at most 15. */
export function secondsUntilNext(asked: number): number {
  return Math.min(Math.max(asked, 1), 15);
}

export interface ReceiptContext {
  /** The address is one that PayPal leads back to. */
  fromPayPal?: boolean;
  /** Where the customer is; used until the day of the payment is known. */
  today?: CalendarDate;
}

export function formatReceipt(
  { invoice, businessProfile, paymentConfig }: PublicInvoice,
  confirmation: PaymentConfirmation | undefined,
  phase: ReceiptPhase,
  {
    fromPayPal = false,
    today = dateInZone(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone),
  }: ReceiptContext = {},
): Receipt {
  const { businessName, email } = businessProfile;
  const unpaid = phase === 'unpaid';
  const came = phase === 'paid' || phase === 'review' || phase === 'refunded';
  const method = confirmation?.method ?? null;
  const already = phase === 'paid' && wasPaidOtherwise(confirmation, fromPayPal);
  const day = confirmation?.paidDate ?? today;
  return {
    heading: already ? 'Already paid' : HEADINGS[phase],
    amount: confirmation ?? amountAsked(invoice),
    rows: [
      { label: 'Invoice', value: invoice.invoiceNumber },
      { label: unpaid ? 'Owed to' : 'Paid to', value: businessName },
      unpaid
        ? { label: 'Due', value: formatDate(invoice.nextDueDate) }
        : { label: 'Date', value: formatDate(day) },
      ...(phase === 'paid' && confirmation ? stillDue(confirmation) : []),
    ],
    note: already
      ? `It had already been paid${method ? ` by ${method}` : ''}: your last attempt was not charged.`
      : chooseNote(phase, confirmation, providerName(paymentConfig), businessName),
    mail: unpaid || phase === 'tired' ? email : null,
    method: came ? method : null,
    rehearsal: paymentConfig.testMode
      ? came
        ? 'Test payment. No real money moved.'
        : 'Test mode. No real money moves.'
      : null,
  };
}

/**
 * 'Still due', '$700.00, next by Dec 20, 2026', or 'due Dec 20, 2026' where it is due at once: nothing
 * where all is paid.
 */
function stillDue(confirmation: PaymentConfirmation): Receipt['rows'] {
  const { amountDue, currency, dueDate, nextDueDate } = confirmation;
  const due = money(amountDue, currency);
  if (!isPositive(due)) return [];
  const when = nextDueDate === dueDate ? 'due' : 'next by';
  const value = `${formatMoney(due)}, ${when} ${formatDate(nextDueDate)}`;
  return [{ label: 'Still due', value }];
}

/**
 * The last checkout came to nothing because the invoice was paid otherwise, and this is where that
 * checkout leads back to: not the tab of the one that did pay.
 */
function wasPaidOtherwise(
  confirmation: PaymentConfirmation | undefined,
  fromPayPal: boolean,
): boolean {
  if (!confirmation?.alreadyPaid) return false;
  const { method } = confirmation;
  return method === null || /^paypal/i.test(method) !== fromPayPal;
}

function chooseNote(
  phase: ReceiptPhase,
  confirmation: PaymentConfirmation | undefined,
  provider: string | undefined,
  businessName: string,
): string {
  switch (phase) {
    case 'confirming':
      // The provider has it and still waits for the money: that is seldom a card.
      return confirmation?.state === 'confirming'
        ? 'A card payment takes seconds, a bank payment a few days. There is no need to pay again; you can close this page.'
        : 'This usually takes a few seconds. There is no need to pay again.';
    case 'offline':
      return 'The connection failed. This page keeps checking; there is no need to pay again.';
    case 'tired':
      return `This is taking longer than usual. There is no need to pay again: ${businessName} is notified as soon as it arrives.`;
    case 'paid':
      return confirmation?.receiptEmailed
        ? 'A receipt has been sent to your email address.'
        : 'Keep this receipt for your records.';
    case 'review':
      return `The amount is not what was due, so ${businessName} is reviewing it. There is no need to pay again.`;
    case 'refunded':
      return `${businessName} refunded this payment.`;
    case 'unpaid':
      return confirmation?.state === 'failed'
        ? 'The payment was declined; the invoice is still open.'
        : `${provider ? `${provider} reports no payment` : 'No payment was made'}; the invoice is still open.`;
  }
}

/** Whom the payment went through, where there is only one that it can be. */
function providerName(config: PublicInvoice['paymentConfig']): string | undefined {
  if (config.hasStripe === config.hasPayPal) return undefined;
  return config.hasStripe ? 'Stripe' : 'PayPal';
}

/** What the title of the window says. */
export function receiptTitle(receipt: Receipt): string {
  return `${receipt.heading.replace('!', '')} · ${formatMoney(receipt.amount)}`;
}
