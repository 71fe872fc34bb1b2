import { sql } from 'drizzle-orm';
import { utcInstant } from '../../../shared/dates/instants.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { findDecisive, findUndelivered } from '../../../shared/emails/undelivered.ts';
import type { EmailRow } from './email.store.ts';

interface HistoryEntry {
  type: string;
  data: Record<string, unknown>;
}

const readRecipient = ({ data: { to } }: HistoryEntry) => (typeof to === 'string' ? to : '');
/** Messages that are told apart from those that bring a document. */
const APART = ['receipt', 'reminder'];
const readMessageId = (entry: HistoryEntry) =>
  `${APART.find((kind) => kind === entry.data['kind']) ?? 'document'} ${readRecipient(entry)}`;

/** Whether an entry tells how a sending ended. A status set by hand names no address. */
const isOutcome = (entry: HistoryEntry): boolean =>
  entry.type === 'email.sent' ||
  entry.type === 'email.failed' ||
  (/^(invoice|estimate|credit_note)\.sent$/.test(entry.type) && readRecipient(entry).includes('@'));

/**
 * A history without the entries of messages that were queued and have come to an end since: one
 * sending is told once.
 * @param history newest first
 */
function withoutOvertaken<T extends HistoryEntry>(history: T[]): T[] {
  const ended = new Map<string, number>();
  return history.filter((entry) => {
    const message = readMessageId(entry);
    const left = ended.get(message) ?? 0;
    if (isOutcome(entry)) ended.set(message, left + 1);
    if (entry.type !== 'email.queued' || left === 0) return true;
    ended.set(message, left - 1);
    return false;
  });
}

/** Whose messages: those of a document `d`. */
const ABOUT = {
  invoice: sql`m.invoice_id = d.id`,
  estimate: sql`m.estimate_id = d.id`,
  credit_note: sql`m.credit_note_id = d.id`,
};

const DELIVERY = sql`
  'kind', m.kind, 'to', m.to_address, 'status', m.status,
  'keptInOutbox', m.sent_text is not null, 'withdrawn', m.withdrawn is not null,
  'withdrawnByOwner', coalesce(m.withdrawn = 'undone', false),
  'withheld', coalesce(m.withdrawn = 'bounced', false),
  'mayHaveArrived', m.status = 'failed' and m.may_have_arrived,
  'bounce', case when m.bounce is not null then json_build_object('kind', m.bounce,
    'address', m.bounce_address, 'reason', m.bounce_reason, 'at', m.bounced_at) end`;

/** The message that says how a document stands (`findDecisive`), as `Delivery`: it may be undelivered. */
export const newestEmailColumn = (businessId: string, of: keyof typeof ABOUT) => sql`
  (select json_build_object(${DELIVERY}, 'waitsFor', m.waits_for, 'nextAttemptAt', m.next_attempt_at)
   from emails m where m.business_id = ${businessId} and ${ABOUT[of]}
   order by coalesce(m.withdrawn = 'undone', false), m.id desc limit 1) as undelivered`;

/** A document's newest messages, as `Email` but for its instants: see presentMessages. */
export const emailsColumn = (businessId: string, of: keyof typeof ABOUT) => sql`
  (select coalesce(json_agg(json_build_object(
     'id', m.id, 'invoiceId', m.invoice_id, 'estimateId', m.estimate_id,
     'creditNoteId', m.credit_note_id, 'customerId', m.customer_id, ${DELIVERY},
     'cc', m.cc, 'bcc', m.bcc, 'refused', m.refused, 'copiesUnsure', m.copies_unsure,
     'subject', m.subject, 'message', m.message, 'attempts', m.attempts,
     'lastError', m.last_error, 'refusedField', m.refused_field,
     'dateOnSending', m.date_on_sending, 'nextAttemptAt', m.next_attempt_at,
     'waitsFor', m.waits_for, 'sentAt', m.sent_at,
     'createdAt', m.created_at) order by m.id desc), '[]'::json)
   from (select * from emails m where m.business_id = ${businessId} and ${ABOUT[of]}
         order by m.id desc limit 20) m
  ) as emails`;

/** A document's messages and history, whose instants are as JSON from the database gives them. */
export function presentMessages<Entry extends HistoryEntry & { createdAt: string }>(row: {
  emails: Email[];
  history: Entry[];
}) {
  return {
    undelivered: findUndelivered(findDecisive(row.emails)),
    emails: row.emails.map(presentEmail),
    history: withoutOvertaken(row.history).map((entry) => ({
      ...entry,
      createdAt: utcInstant(entry.createdAt),
    })),
  };
}

function presentEmail(email: Email): Email {
  const { nextAttemptAt, sentAt, createdAt, bounce } = email;
  return {
    ...email,
    bounce: bounce && { ...bounce, at: utcInstant(bounce.at) },
    nextAttemptAt: nextAttemptAt && utcInstant(nextAttemptAt),
    sentAt: sentAt && utcInstant(sentAt),
    createdAt: utcInstant(createdAt),
  };
}

export function presentEmailRow(row: EmailRow): Email {
  return {
    id: row.id,
    invoiceId: row.invoiceId,
    estimateId: row.estimateId,
    creditNoteId: row.creditNoteId,
    customerId: row.customerId,
    kind: row.kind,
    to: row.toAddress,
    cc: row.cc,
    bcc: row.bcc,
    refused: row.refused,
    copiesUnsure: row.copiesUnsure,
    subject: row.subject,
    message: row.message,
    status: row.status,
    keptInOutbox: row.sentText !== null,
    withdrawn: row.withdrawn !== null,
    withdrawnByOwner: row.withdrawn === 'undone',
    withheld: row.withdrawn === 'bounced',
    mayHaveArrived: row.status === 'failed' && row.mayHaveArrived,
    attempts: row.attempts,
    lastError: row.lastError,
    refusedField: row.refusedField,
    dateOnSending: row.dateOnSending,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    waitsFor: row.waitsFor,
    sentAt: row.sentAt?.toISOString() ?? null,
    bounce: presentBounce(row),
    createdAt: row.createdAt.toISOString(),
  };
}

function presentBounce({ bounce, bouncedAt, ...row }: EmailRow): Email['bounce'] {
  if (!bounce || !bouncedAt) return null;
  const { bounceAddress: address, bounceReason: reason, toAddress } = row;
  return {
    kind: bounce,
    address: address ?? toAddress,
    reason: reason ?? '',
    at: bouncedAt.toISOString(),
  };
}

/** Who reads a message besides, as the history tells it; nothing where nobody does. */
export const tellCopies = ({ cc, bcc }: Pick<EmailRow, 'cc' | 'bcc'>) => ({
  ...(cc.length > 0 ? { cc } : {}),
  ...(bcc.length > 0 ? { bcc } : {}),
});
