/** What tells an invoice from an estimate on the screens that send both by email. */

import type { QueryClient } from '@tanstack/react-query';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import type { DatedDocument } from '../../../shared/documents/move-issue-date.ts';
import type { DocumentFacts } from '../../../shared/emails/email-draft.ts';
import type { SendEmailInput } from '../../../shared/emails/email.contract.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { IdempotencyKey } from '../../lib/idempotency-key.ts';
import type { PictureQuery } from '../detail/document-queries.ts';

/** A document of which a message may be written. */
export interface Mailable {
  id: number;
  customer: { id: number; name: string; email: string | null };
}

/** A stored document, with what has become of its messages, newest first. */
export interface MailedDetail extends Mailable, DatedDocument {
  status: string;
  emails: Email[];
}

export interface DocumentMail<Detail extends MailedDetail> {
  of: DocumentFacts['of'];
  facts: (document: Detail) => DocumentFacts;
  /** Whether a message about it now is a reminder. */
  reminds?: (document: Detail) => boolean;
  stored: (id: number) => { queryKey: readonly unknown[]; queryFn: () => Promise<Detail> };
  /** Its first page as it stands, with what of the whole cannot be drawn. */
  picture: (document: Detail) => PictureQuery;
  send: (input: SendEmailInput, idempotencyKey: IdempotencyKey) => Promise<Detail>;
  /** Shows it as it is now, wherever it is shown. */
  refresh: (client: QueryClient, document: Detail) => void;
  /** Has it read again, wherever it is shown. */
  reload: (client: QueryClient, id: number) => void;
  /** The toast of a call that did not queue anything. */
  refused: (error: unknown) => void;
}

/** 'Failed to send invoice email. Please try again.' (specification, section 8) */
export const sendFailure = (of: DocumentFacts['of'], error?: unknown) => {
  const [refused] = error instanceof ApiError ? error.fields : [];
  // What is wrong with the document, such as its issue date, no further attempt sets right.
  const isDocuments = refused && !(refused.path in MESSAGE_FIELDS);
  return isDocuments
    ? refused.message
    : `Failed to send ${DOCUMENT_KINDS[of].noun} email. Please try again.`;
};

const MESSAGE_FIELDS = { customerEmail: true, customerName: true, subject: true, message: true };
