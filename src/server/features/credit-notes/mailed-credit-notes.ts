import type { CreditNoteDetail } from '../../../shared/credit-notes/credit-note.contract.ts';
import type { SendEmailInput } from '../../../shared/emails/email.contract.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import type {
  DocumentToSend,
  MailedDocuments,
  MailingServices,
  WriteEmail,
} from '../emails/index.ts';
import { queueByHand, readHold } from '../emails/index.ts';
import { readBusinessDay } from '../profile/index.ts';
import { creditNoteDrawings, publicCreditNoteUrl } from './credit-note-documents.ts';
import { creditNoteSentEmail } from './credit-note-sent.email.ts';
import { lockCreditNoteRow, updateCreditNoteRow } from './credit-note.store.ts';
import { issueLocked, lockWithInvoice } from './issue-credit-note.ts';
import { findCreditNoteDetail, readCreditNote } from './read-credit-notes.ts';

/** Credit notes as messages. */
export const mailedCreditNotes: MailedDocuments = {
  lock: lockCreditNoteRow,
  async prepare(tx, email) {
    const { businessId } = email;
    const creditNote = await findCreditNoteDetail(tx, businessId, email.creditNoteId ?? 0);
    if (!creditNote) return 'deleted';
    const write: WriteEmail = async (services, profile, options) => {
      const sent = { businessId, document: creditNote };
      const drawn = await creditNoteDrawings.preparePdf(services, sent, options);
      const url = publicCreditNoteUrl(services.appUrl(), creditNote.publicId);
      return { ...drawn, content: creditNoteSentEmail(creditNote, profile, email, url) };
    };
    return { write };
  },
  // An issued credit note stays what it is: it can always be sent again.
  requireOpen() {},
  /** It was issued before its message was queued. */
  async markSent() {},
};

/** A credit note as it is sent. */
function creditNoteToSend(businessId: string, creditNote: CreditNoteDetail): DocumentToSend {
  const { id, customer, creditNoteNumber, currency, total, issueDate } = creditNote;
  return {
    of: 'credit_note',
    businessId,
    id,
    customer,
    number: creditNoteNumber,
    amount: total,
    currency,
    date: issueDate,
  };
}

/**
 * Queues a credit note as an e-mail; what is not given comes from it and its customer. A draft is issued
 * first, in the same step: what it credits is taken of its invoice before anybody is told. Mail that
 * fails leaves it issued.
 * @throws AppError NOT_FOUND, VALIDATION (nobody to write to, no exchange rate, more than is left),
 *   CONFLICT (the invoice was changed since)
 */
export function sendCreditNote(
  services: MailingServices,
  businessId: string,
  input: SendEmailInput,
  key?: string,
): Promise<CreditNoteDetail> {
  const { db, clock } = services;
  return runIdempotently(
    db,
    { businessId, key, call: 'creditNotes.sendEmail', input },
    async (tx) => {
      const now = clock.now();
      const { stored, corrected } = await lockWithInvoice(tx, businessId, input.id, now);
      if (stored.status === 'draft') {
        const { dateOnSending } = input;
        const today = dateOnSending ? await readBusinessDay(tx, businessId, now) : undefined;
        const issueDate = today ?? stored.issueDate;
        if (today) await updateCreditNoteRow(tx, businessId, input.id, { issueDate });
        await issueLocked(tx, { ...stored, issueDate }, corrected, now);
      }
      const creditNote = await readCreditNote(tx, businessId, input.id);
      const holdSeconds = readHold(services, input.hold);
      await queueByHand(tx, creditNoteToSend(businessId, creditNote), input, now, holdSeconds);
      return readCreditNote(tx, businessId, input.id);
    },
  );
}
