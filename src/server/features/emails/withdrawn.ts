import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import type { WITHDRAWN_REASONS } from '../../../shared/emails/message.contract.ts';
import type { SettledBy } from '../../../shared/invoices/invoice-status.ts';
import type { MailedKind } from './mailed-documents.ts';

export type WithdrawnReason = (typeof WITHDRAWN_REASONS)[number];

/** The same, and of an invoice on which nothing is due by what: it is not always a payment. */
export type Withdrawal = WithdrawnReason | { reason: 'paid'; by: SettledBy };

const SETTLED: Record<SettledBy, string> = {
  payment: 'The invoice was paid in the meantime.',
  refund: 'The payment was refunded in the meantime.',
  credit: 'The invoice was settled by credit in the meantime.',
  write_off: 'The invoice was written off in the meantime.',
};

/** The reason in words for the owner. */
export function formatWithdrawal(withdrawal: Withdrawal, of: MailedKind): string {
  if (typeof withdrawal !== 'string') return SETTLED[withdrawal.by];
  const noun = of === 'statement' || of === 'portal_link' ? 'customer' : DOCUMENT_KINDS[of].noun;
  return {
    paid: SETTLED.payment,
    deleted: `The ${noun} was deleted in the meantime.`,
    moved: `The ${noun} was moved to another customer in the meantime.`,
    refunded: SETTLED.refund,
    closed: 'The estimate was accepted, rejected or expired in the meantime.',
    paused: 'Reminders were paused in the meantime.',
    charged: 'The customer’s saved card is charged instead.',
    drafted: `The ${noun} was set back to draft in the meantime.`,
    unsubscribed: 'The recipient has unsubscribed from reminders and statements.',
    bounced: 'An earlier message to this address came back. Correct the address of the customer.',
    lapsed: 'The link was used, ended or too old, or the customer has another address by now.',
    undone: 'It was withdrawn before it went out.',
  }[withdrawal];
}
