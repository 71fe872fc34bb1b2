import type { Activity } from '../../../shared/dashboard/dashboard.contract.ts';
import {
  INVOICE_STATUS_LABELS,
  INVOICE_STATUSES,
} from '../../../shared/invoices/invoice-status.ts';
import { amountIn, byCard, byMethod } from '../../documents/event-data.ts';
import type { GlyphKind } from '../../documents/status-glyph.tsx';

export interface ActivityWords {
  glyph: GlyphKind;
  /** The sentence around the customer's name. */
  before: string;
  after: string;
  /** Said beneath, after the number: 'by card'. */
  how?: string | undefined;
}

/** What happened, as a sentence about the customer. What an event does not tell is not said. */
export function formatActivity(entry: Pick<Activity, 'type' | 'data' | 'currency'>): ActivityWords {
  const { type, data } = entry;
  const amount = amountIn(data['amount'], data['currency'] ?? entry.currency);
  const sum = amount ?? 'a payment';
  switch (type) {
    case 'invoice.created':
      return say('draft', 'You created an invoice for ');
    case 'invoice.edited':
      return say('edited', 'You edited an invoice for ');
    case 'invoice.sent':
      return documentSent('an invoice', data);
    case 'invoice.overdue':
      return say('overdue', '', ' became overdue');
    case 'invoice.viewed':
      return say('viewed', '', ' viewed an invoice');
    case 'invoice.paid':
      return amount
        ? { ...say('paid', '', ` paid ${amount}`), how: byMethod(data['paymentMethod']) }
        : say('paid', 'An invoice for ', ' is paid in full');
    case 'invoice.written_off':
      return say('removed', `You wrote off ${amount ?? 'what was due'} from `);
    case 'invoice.write_off_undone':
      return say('edited', `You undid a write-off${amount ? ` of ${amount}` : ''} from `);
    case 'invoice.credited':
      return say('applied', `You credited ${amount ?? 'an amount'} on an invoice for `);
    case 'invoice.credit_withdrawn':
      return say('removed', `You took ${amount ?? 'credit'} off an invoice for `);
    case 'invoice.reopened':
      return say('edited', 'You set an invoice for ', ` back to ${statusIn(data['to'])}`);
    case 'invoice.deleted':
      return say('removed', 'You deleted an invoice for ');
    case 'invoice.restored':
      return say('draft', 'You restored an invoice for ');
    case 'payment.link':
      return data['by'] === 'customer'
        ? say('viewed', '', ' opened the checkout')
        : say('sent', 'You created a payment link for ');
    case 'payment.received':
      return {
        ...say('paid', '', amount ? ` paid ${amount}` : ' paid'),
        how: byCard(data['method'], data['provider']),
      };
    case 'payment.recorded':
      return {
        ...say('paid', '', amount ? ` paid ${amount}` : ' paid'),
        how: byMethod(data['paymentMethod']),
      };
    case 'payment.reversed':
      return say('removed', `You undid ${sum} from `);
    case 'payment.processing':
      return say('viewed', `${capitalSum(amount)} from `, ' is being confirmed');
    case 'payment.failed':
      return say('overdue', `${capitalSum(amount)} from `, ' failed');
    case 'payment.review':
      return say('overdue', `${capitalSum(amount)} from `, ' needs review');
    case 'payment.accepted':
      return say('paid', `You took ${sum} from `, ' as it is');
    case 'payment.refunded':
      return say('removed', `${capitalSum(amount)} was refunded to `);
    case 'payment.refund_failed':
      return say('overdue', `A refund${amount ? ` of ${amount}` : ''} to `, ' failed');
    case 'payment.overpaid':
      return say('overdue', '', amount ? ` paid ${amount} too much` : ' paid too much');
    case 'payment.disputed':
      return say(
        'overdue',
        '',
        amount ? ` disputed a payment of ${amount}` : ' disputed a payment',
      );
    case 'payment.dispute_closed':
      return disputeClosed(data['outcome']);
    case 'email.queued':
      return say('draft', 'An email to ', ' is on its way');
    case 'email.sent':
      if (data['outbox'] === true) {
        return say('draft', `${messageIn(data['kind'])} for `, ' was kept in the outbox');
      }
      return say('sent', `${messageIn(data['kind'])} was emailed to `);
    case 'email.failed':
      return data['withdrawn'] === true
        ? say('draft', 'An email to ', ' was not sent any more')
        : say('overdue', 'An email to ', ' failed');
    case 'estimate.created':
      return say('draft', 'You created an estimate for ');
    case 'estimate.edited':
      return say('edited', 'You edited an estimate for ');
    case 'estimate.sent':
      return documentSent('an estimate', data);
    case 'estimate.viewed':
      return say('viewed', '', ' viewed an estimate');
    case 'estimate.accepted':
      return say('paid', '', ' accepted an estimate');
    case 'estimate.rejected':
      return say('removed', '', ' rejected an estimate');
    case 'estimate.expired':
      return say('removed', 'An estimate for ', ' expired');
    case 'estimate.reopened':
      return say('edited', 'You reopened an estimate for ');
    case 'estimate.converted':
      return say('paid', 'An estimate for ', ' became an invoice');
    case 'estimate.deposit':
      return say('sent', 'You asked for a deposit of ');
    case 'estimate.deleted':
      return say('removed', 'You deleted an estimate for ');
    case 'estimate.restored':
      return say('draft', 'You restored an estimate for ');
    case 'credit_note.created':
      return say('draft', 'You created a credit note for ');
    case 'credit_note.edited':
      return say('edited', 'You edited a credit note for ');
    case 'credit_note.issued':
      return say('sent', 'You issued a credit note to ');
    case 'credit_note.applied':
      return say('applied', `You applied ${amount ?? 'credit'} of `);
    case 'credit_note.withdrawn':
      return say('removed', `You took back ${amount ?? 'credit'} of `);
    case 'credit_note.refunded':
      return say('removed', `You paid ${amount ?? 'credit'} back to `);
    case 'credit_note.refund_undone':
      return say('edited', `You undid a refund${amount ? ` of ${amount}` : ''} to `);
    case 'credit_note.sent':
      return documentSent('a credit note', data);
    case 'credit_note.viewed':
      return say('viewed', '', ' viewed a credit note');
    case 'credit_note.deleted':
      return say('removed', 'You deleted a credit note for ');
    case 'credit_note.restored':
      return say('draft', 'You restored a credit note for ');
  }
}

const say = (glyph: GlyphKind, before: string, after = ''): ActivityWords => ({
  glyph,
  before,
  after,
});

/** What was sent by email names its address; what went to the outbox went to nobody. */
function documentSent(what: string, { to, outbox }: Activity['data']): ActivityWords {
  const marked = say('sent', `You marked ${what} for `, ' as sent');
  if (outbox === true) return { ...marked, how: 'email kept in the outbox' };
  const byEmail = typeof to === 'string' && to.includes('@');
  return byEmail ? say('sent', `You sent ${what} to `) : marked;
}

function messageIn(kind: unknown): string {
  if (kind === 'receipt') return 'A receipt';
  if (kind === 'credit_note') return 'A credit note';
  return kind === 'estimate' ? 'An estimate' : 'An invoice';
}

const capitalSum = (amount: string | undefined) => amount ?? 'A payment';

function statusIn(value: unknown): string {
  const status = INVOICE_STATUSES.find((one) => one === value);
  return status ? INVOICE_STATUS_LABELS[status].toLowerCase() : 'open';
}

function disputeClosed(outcome: unknown): ActivityWords {
  if (outcome === 'won') return say('paid', 'You won a dispute with ');
  if (outcome === 'lost') return say('removed', 'You lost a dispute with ');
  return say('edited', 'A dispute with ', ' was closed');
}
