import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import type { MailedKind } from './mailed-documents.ts';

/** Why a message is not to go out any more although nothing went wrong. */
export type WithdrawnReason = 'paid' | 'deleted' | 'moved' | 'refunded' | 'closed' | 'undone';

/** The same in words for the owner. */
export function formatWithdrawal(reason: WithdrawnReason, of: MailedKind): string {
  const noun = of === 'statement' ? 'customer' : DOCUMENT_KINDS[of].noun;
  return {
    paid: 'The invoice was paid in the meantime.',
    deleted: `The ${noun} was deleted in the meantime.`,
    moved: `The ${noun} was moved to another customer in the meantime.`,
    refunded: 'The payment was refunded in the meantime.',
    closed: 'The estimate was accepted, rejected or expired in the meantime.',
    undone: 'It was withdrawn before it went out.',
  }[reason];
}
