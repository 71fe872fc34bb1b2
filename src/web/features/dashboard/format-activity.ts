import type { Activity } from '../../../shared/dashboard/dashboard.contract.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import {
  INVOICE_STATUS_LABELS,
  INVOICE_STATUSES,
} from '../../../shared/invoices/invoice-status.ts';
import { amountIn, formatByCard, formatByMethod } from '../../documents/event-data.ts';
import type { GlyphKind } from '../../documents/status-glyph.tsx';

export interface ActivityWords {
  glyph: GlyphKind;
  /** The sentence around the customer's name. */
  before: string;
  after: string;
  /** Said beneath, after the number: 'by card'. */
  how?: string | undefined;
}

interface Told {
  data: Activity['data'];
  amount: string | undefined;
}

/** An event's sentence: the same for each, or by what the event tells. */
type Sentence =
  | readonly [glyph: GlyphKind, before: string, after?: string]
  | ((told: Told) => ActivityWords);

const SENTENCES: Record<Activity['type'], Sentence> = {
  'invoice.created': ['draft', 'You created an invoice for '],
  'invoice.edited': ['edited', 'You edited an invoice for '],
  'invoice.sent': ({ data }) => documentSent('an invoice', data),
  'invoice.overdue': ['overdue', '', ' became overdue'],
  'invoice.viewed': ['viewed', '', ' viewed an invoice'],
  'invoice.paid': ({ amount, data }) =>
    amount
      ? { ...say('paid', '', ` paid ${amount}`), how: formatByMethod(data['paymentMethod']) }
      : say('paid', 'An invoice for ', ' is paid in full'),
  'invoice.written_off': ({ amount = 'what was due' }) =>
    say('removed', `You wrote off ${amount} from `),
  'invoice.write_off_undone': ({ amount }) =>
    say('edited', `You undid a write-off${ofAmount(amount)} from `),
  'invoice.credited': ({ amount = 'an amount' }) =>
    say('applied', `You credited ${amount} on an invoice for `),
  'invoice.credit_withdrawn': ({ amount = 'credit' }) =>
    say('removed', `You unapplied ${amount} from an invoice for `),
  'invoice.reopened': ({ data }) =>
    say('edited', 'You set an invoice for ', ` back to ${statusIn(data['to'])}`),
  'invoice.restored': ['draft', 'You restored an invoice for '],
  'payment.received': ({ amount, data }) =>
    paid(amount, formatByCard(data['method'], data['provider'])),
  'payment.recorded': ({ amount, data }) => paid(amount, formatByMethod(data['paymentMethod'])),
  'payment.reversed': ({ amount = 'a payment' }) => say('removed', `You undid ${amount} from `),
  'payment.processing': ({ amount = 'A payment' }) =>
    say('viewed', `${amount} from `, ' is being confirmed'),
  'payment.failed': ({ amount = 'A payment' }) => say('overdue', `${amount} from `, ' failed'),
  'payment.review': ({ amount = 'A payment' }) =>
    say('overdue', `${amount} from `, ' needs review'),
  'payment.accepted': ({ amount = 'a payment' }) => say('paid', `You accepted ${amount} from `),
  'payment.refunded': ({ amount = 'A payment' }) => say('removed', `${amount} was refunded to `),
  'payment.refund_failed': ({ amount }) =>
    say('overdue', `A refund${ofAmount(amount)} to `, ' failed'),
  'payment.overpaid': ({ amount }) =>
    say('overdue', '', amount ? ` overpaid by ${amount}` : ' overpaid'),
  'payment.disputed': ({ amount }) => say('overdue', '', ` disputed a payment${ofAmount(amount)}`),
  'payment.dispute_closed': ({ data }) => disputeClosed(data['outcome']),
  'payment.agreement_ended': ['removed', '', ' ended automatic payment'],
  'reminder.refused': ['overdue', 'A reminder to ', ' failed'],
  'late_fee.made': ['draft', 'A late fee was charged to '],
  'late_fee.refused': ['overdue', 'A late fee for ', ' failed'],
  'email.sent': ({ data }) =>
    data['outbox'] === true
      ? say('draft', `${messageIn(data['kind'])} for `, ' was kept in the outbox')
      : say('sent', `${messageIn(data['kind'])} was emailed to `),
  'email.failed': ({ data }) =>
    data['withdrawn'] === true
      ? say('draft', 'An email to ', ' was not sent')
      : say('overdue', 'An email to ', data['mayHaveArrived'] ? ' may have been sent' : ' failed'),
  'email.bounced': ['overdue', 'An email to ', ' bounced'],
  'estimate.created': ['draft', 'You created an estimate for '],
  'estimate.edited': ['edited', 'You edited an estimate for '],
  'estimate.sent': ({ data }) => documentSent('an estimate', data),
  'estimate.viewed': ['viewed', '', ' viewed an estimate'],
  'estimate.accepted': ['paid', '', ' accepted an estimate'],
  'estimate.rejected': ['removed', '', ' rejected an estimate'],
  'estimate.declined': ['removed', '', ' declined an estimate'],
  'estimate.not_followed': ['overdue', 'No invoice was made for '],
  'estimate.expired': ['removed', 'An estimate for ', ' expired'],
  'estimate.reopened': ['edited', 'You reopened an estimate for '],
  'estimate.converted': ['paid', 'An estimate for ', ' became an invoice'],
  'estimate.deposit': ['sent', 'You asked for a deposit of '],
  'estimate.restored': ['draft', 'You restored an estimate for '],
  'credit_note.created': ['draft', 'You created a credit note for '],
  'credit_note.edited': ['edited', 'You edited a credit note for '],
  'credit_note.issued': ['sent', 'You issued a credit note to '],
  'credit_note.refunded': ({ amount = 'credit' }) => say('removed', `You paid ${amount} back to `),
  'credit_note.refund_undone': ({ amount }) =>
    say('edited', `You undid a refund${ofAmount(amount)} to `),
  'credit_note.sent': ({ data }) => documentSent('a credit note', data),
  'credit_note.viewed': ['viewed', '', ' viewed a credit note'],
  'credit_note.restored': ['draft', 'You restored a credit note for '],
};

/** What happened, as a sentence about the customer. What an event does not tell is not said. */
export function formatActivity(entry: Pick<Activity, 'type' | 'data' | 'currency'>): ActivityWords {
  const { type, data, currency } = entry;
  const sentence = SENTENCES[type];
  if (typeof sentence !== 'function') return say(...sentence);
  return sentence({ data, amount: amountIn(data['amount'], data['currency'] ?? currency) });
}

const say = (glyph: GlyphKind, before: string, after = ''): ActivityWords => ({
  glyph,
  before,
  after,
});

const paid = (amount: string | undefined, how: string | undefined): ActivityWords => ({
  ...say('paid', '', amount ? ` paid ${amount}` : ' paid'),
  how,
});

const ofAmount = (amount: string | undefined) => (amount ? ` of ${amount}` : '');

/** What was sent by email names its address; what went to the outbox went to nobody. */
function documentSent(what: string, { to, outbox }: Activity['data']): ActivityWords {
  const marked = say('sent', `You marked ${what} for `, ' as sent');
  if (outbox === true) return { ...marked, how: 'email kept in the outbox' };
  const byEmail = typeof to === 'string' && to.includes('@');
  return byEmail ? say('sent', `You sent ${what} to `) : marked;
}

const MESSAGES: Partial<Record<Email['kind'], string>> = {
  invoice: 'An invoice',
  estimate: 'An estimate',
  credit_note: 'A credit note',
  receipt: 'A receipt',
  reminder: 'A reminder',
  refund: 'A refund notice',
  declined: 'A declined card notice',
  acceptance: 'An acceptance',
};

const messageIn = (kind: unknown): string => MESSAGES[kind as Email['kind']] ?? 'An email';

function statusIn(value: unknown): string {
  const status = INVOICE_STATUSES.find((one) => one === value);
  return status ? INVOICE_STATUS_LABELS[status].toLowerCase() : 'open';
}

function disputeClosed(outcome: unknown): ActivityWords {
  if (outcome === 'won') return say('paid', 'You won a dispute with ');
  if (outcome === 'lost') return say('removed', 'You lost a dispute with ');
  return say('edited', 'A dispute with ', ' was closed');
}
