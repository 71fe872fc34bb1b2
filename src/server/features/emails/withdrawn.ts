import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import type { MailedKind } from './mailed-documents.ts';

/** Why a message is not to go out any more although nothing went wrong. */
export type WithdrawnReason = 'paid' | 'deleted' | 'moved' | 'refunded' | 'closed' | 'undone';

/** The same in words for the owner. */
export function formatWithdrawal(reason: WithdrawnReason, of: MailedKind): string {
  const noun = of === 'statement' ? 'customer' : DOCUMENT_KINDS[of].noun;
  return {
    paid: 'The invoice was paid before.',
    deleted: `The ${noun} was deleted before.`,
    moved: `The ${noun} was given to another customer before.`,
    refunded: 'The payment was given back before.',
    closed: 'The estimate was accepted, rejected or expired before.',
    undone: 'It was withdrawn before it went out.',
  }[reason];
}
