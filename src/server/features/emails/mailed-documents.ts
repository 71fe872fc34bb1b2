import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import { toDocumentRef } from '../../../shared/documents/document-ref.ts';
import type { RevisionBody } from '../../../shared/documents/revision-body.ts';
import type { ReminderWords } from '../../../shared/reminders/reminder-words.ts';
import type { Transaction } from '../../db/database.ts';
import type { NamedPdf } from '../../platform/http/send-pdf.ts';
import type { Services } from '../../platform/http/services.ts';
import type { ProfileRow } from '../profile/index.ts';
import type { EmailContent } from './email-layout.ts';
import type { EmailRow } from './email.store.ts';
import type { Withdrawal } from './withdrawn.ts';

export type ComposeServices = Pick<
  Services,
  'db' | 'env' | 'pdf' | 'files' | 'appUrl' | 'clock' | 'log' | 'payments' | 'seal' | 'masterKey'
>;

type DocumentKey = Pick<MailedDocument, 'businessId' | 'id'>;

/** A document that a message is about, locked until the transaction ends. */
export interface MailedDocument {
  businessId: string;
  id: number;
  status: string;
  /** Null of a draft that gets its number when it is issued. */
  numberKey: string | null;
  deletedAt: Date | null;
}

interface WrittenEmail {
  content: Omit<EmailContent, 'logo'>;
}

/**
 * Writes a message out, with the PDF that goes with it, if one does.
 * @param options `links` false leaves none in the owner's words on the PDF
 * @throws PdfError
 */
export type WriteEmail = (
  services: ComposeServices,
  profile: ProfileRow,
  options: { links: boolean },
) => Promise<WrittenEmail & (NamedPdf | { draw?: never })>;

/** A message that can go out. */
export interface PreparedEmail {
  write: WriteEmail;
  /** What it issues, of a draft: in effect when the mail server has accepted it. */
  issues?: RevisionBody;
  /** Its words as they are now, of one that is filled in before each attempt. */
  words?: ReminderWords;
}

/** What is done to a draft, locked, before the message that brings it goes. */
interface MailedDrafts {
  /** Gives it another issue date; what is counted from that moves with it. */
  redate(tx: Transaction, draft: DocumentKey, issueDate: CalendarDate, now: Date): Promise<void>;
  /**
   * Issues one that takes its number from a series, or that cannot change once it is issued. It stays issued
   * if the message fails.
   * @returns whether it was issued by this
   * @throws AppError that says why it cannot be issued as it stands now
   */
  issueFirst(tx: Transaction, draft: DocumentKey, now: Date): Promise<boolean>;
}

/** What the sending of messages asks of a kind of document; the kind's own feature answers. */
export interface MailedDocuments {
  /** Absent where there are no drafts, or none whose message waits. */
  drafts?: MailedDrafts;
  /** Locks a document, deleted or not. The lock of its message comes after it. */
  lock(tx: Transaction, businessId: string, id: number): Promise<MailedDocument | undefined>;
  /**
   * How a message is written, as its document stands now; or why there is no point in sending it.
   * @throws AppError that says why a draft cannot be issued as it stands now
   */
  prepare(tx: Transaction, email: EmailRow, now: Date): Promise<PreparedEmail | Withdrawal>;
  /** @throws AppError that says why there is no point in a message about it any more */
  requireOpen(email: EmailRow, document: MailedDocument): void;
  /** A draft becomes sent: the mail server has accepted a message that brings it, as it was `issued`. */
  markSent(
    tx: Transaction,
    document: MailedDocument,
    issued: RevisionBody | undefined,
    now: Date,
  ): Promise<void>;
}

/** What a message can be about: a document, or by the customer's number an account or a portal. */
export type MailedKind = DocumentRef['of'] | 'statement' | 'portal_link';

interface MailedRef {
  of: MailedKind;
  businessId: string;
  id: number;
}

const kinds = new Map<MailedKind, MailedDocuments>();

/**
 * How messages reach kinds of documents whose features they may not import. Called where the
 * application is put together.
 */
export function registerMailedDocuments(of: MailedKind, documents: MailedDocuments): void {
  kinds.set(of, documents);
}

export function mailedDocuments(of: MailedKind): MailedDocuments {
  const documents = kinds.get(of);
  if (!documents) throw new Error(`nobody has registered how what is a ${of} is mailed`);
  return documents;
}

/** The document, the account or the portal that a message is about. */
export function mailedDocument(
  email: Pick<
    EmailRow,
    'businessId' | 'kind' | 'invoiceId' | 'estimateId' | 'creditNoteId' | 'customerId'
  >,
): MailedRef {
  const { businessId, customerId } = email;
  if (customerId !== null) {
    const of = email.kind === 'portal_link' ? email.kind : 'statement';
    return { of, businessId, id: customerId };
  }
  const document = toDocumentRef(email);
  if (!document) throw new Error('a message is about no document');
  return document;
}
