import type { KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { partyNames } from '../party-names.ts';
import type { DocumentKind } from './document-kind.ts';

/** What 'Create & Send' does with a document of a kind. */
export const describeSending =
  (kind: KindName): DocumentKind['sendNote'] =>
  (customer, mail, undoSeconds = 0) => {
    const { email } = customer;
    if (!email) {
      const { noun } = DOCUMENT_KINDS[kind];
      const { main } = partyNames(customer);
      return `${main} has no email address: the ${noun} is marked as sent, but no email is sent.`;
    }
    if (mail === 'smtp' && undoSeconds > 0) {
      const time = undoSeconds === 1 ? '1 second' : `${undoSeconds} seconds`;
      return `Create & Send emails it to ${email}. You can undo that for ${time}.`;
    }
    return mail === 'smtp'
      ? `Create & Send emails it to ${email} immediately.`
      : `No mail server is set up: the email to ${email} stays in the outbox.`;
  };
