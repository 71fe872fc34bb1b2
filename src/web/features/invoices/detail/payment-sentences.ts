import { formatDate, parseCalendarDate } from '../../../../shared/dates/calendar-date.ts';
import type { InvoiceEventType } from '../../../../shared/invoices/invoice.contract.ts';
import {
  amountIn,
  formatByCard,
  formatByMethod,
  providerIn,
  textIn,
} from '../../../documents/event-data.ts';
import type { EventSentences, Sentence, Told } from '../../../documents/event-sentences.ts';

/** What happened to a payment. */
export const PAYMENT_SENTENCES: EventSentences<Extract<InvoiceEventType, `payment.${string}`>> = {
  // A customer who presses Pay Now makes no link for anybody: the owner reads what they did.
  'payment.link': ({ data, amount }) =>
    data['by'] === 'customer'
      ? ['viewed', `Customer opened the ${join(providerIn(data['provider']), 'checkout')}`]
      : ['sent', join('Payment link created', amount && `for ${amount}`)],
  'payment.received': ({ data, amount }) => [
    'paid',
    join(
      `${amount ?? 'Payment'} ${data['automatic'] ? 'charged automatically' : amount ? 'paid' : 'received'}`,
      join(formatByCard(data['method'], data['provider'])) + ofSeveral(data),
    ),
  ],
  'payment.recorded': ({ data, amount }) => [
    'paid',
    join(amount ? `${amount} received` : 'Payment recorded', formatByMethod(data['paymentMethod'])),
  ],
  'payment.reversed': (told) => ['removed', `${aPayment(told)} was undone`],
  'payment.processing': ({ data, amount = 'A payment' }) => {
    const provider = providerIn(data['provider']);
    const what = `${amount}${forSeveral(data)} is being confirmed`;
    return ['viewed', join(what, provider && `by ${provider}`)];
  },
  'payment.failed': (told) => ['overdue', withReason(`${aPayment(told)} failed`, told)],
  'payment.agreed': ({ data }) => ['paid', `Customer agreed to automatic payment${byCard(data)}`],
  'payment.agreement_ended': ({ data }) => [
    'removed',
    `${data['by'] === 'owner' ? 'You' : 'The customer'} ended automatic payment${byCard(data)}`,
  ],
  'payment.charge_asked': ({ data, amount = 'What was due' }) => [
    'sent',
    `You charged ${amount} to ${textIn(data['card']) ?? 'the saved card'}`,
  ],
  'payment.charge_changed': ({ data }) => ['edited', formatChargeChange(data)],
  'payment.review': (told) => ['overdue', withReason(formatReview(told), told)],
  'payment.accepted': ({ amount }) => [
    'paid',
    `${amount ? `Payment of ${amount}` : 'Payment'} accepted`,
  ],
  'payment.refunded': ({ data, amount = 'Payment' }) => [
    'removed',
    `${amount} refunded${ofSeveral(data)}`,
  ],
  'payment.refund_failed': (told) => [
    'overdue',
    withReason(`${told.amount ? `A refund of ${told.amount}` : 'A refund'} failed`, told),
  ],
  'payment.overpaid': ({ amount }) => ['overdue', `Overpaid${amount ? ` by ${amount}` : ''}`],
  'payment.disputed': (told) => ['overdue', `${aPayment(told)} was disputed by the customer`],
  'payment.dispute_closed': ({ data, amount }): Sentence => {
    const about = amount && `about ${amount}`;
    if (data['outcome'] === 'won') return ['paid', join('Dispute won', about)];
    if (data['outcome'] === 'lost') return ['removed', join('Dispute lost', about)];
    return ['edited', join('Dispute closed', about)];
  },
};

/** What came is told beside what was asked for, in whatever currencies the two are. */
function formatReview({ data, amount: came, currency }: Told): string {
  const expected = amountIn(data['expected'], data['expectedCurrency'] ?? currency);
  const asked = expected && expected !== came ? `, ${expected} was asked for` : '';
  return `${came ?? 'A payment'}${forSeveral(data)} arrived and needs review${asked}`;
}

/** When the saved card is charged now, and whether it is. */
function formatChargeChange({ dueDate, to }: Told['data']): string {
  const [due, day] = [dueDate, to].map((date) =>
    typeof date === 'string' ? parseCalendarDate(date) : undefined,
  );
  if (!day) return 'The saved card is not charged';
  return day === due
    ? 'The saved card is charged as planned'
    : `The saved card is charged on ${formatDate(day)}`;
}

const byCard = ({ card }: Told['data']): string => (typeof card === 'string' ? ` by ${card}` : '');

const aPayment = ({ amount, data }: Told) =>
  `${amount ? `A payment of ${amount}` : 'A payment'}${forSeveral(data)}`;

const forSeveral = ({ invoices }: Told['data']): string =>
  typeof invoices === 'number' ? ` for ${invoices} invoices` : '';

/** ', of $300.00 for 3 invoices': whose part it is. */
function ofSeveral(data: Told['data']): string {
  const several = forSeveral(data);
  const whole = amountIn(data['whole'], data['currency']) ?? 'a payment';
  return several && `, of ${whole}${several}`;
}

/** The parts that there are, in one line. */
const join = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' ');

const withReason = (what: string, { reason }: Told): string =>
  reason ? `${what}: ${reason}` : what;
