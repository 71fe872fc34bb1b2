import type { CreditNoteDetail } from '../../../shared/credit-notes/credit-note.contract.ts';
import type { DocumentMail } from '../../documents/email/document-mail.ts';
import { sendFailure } from '../../documents/email/document-mail.ts';
import { api, orpc } from '../../lib/api.ts';
import { reason } from '../../lib/api-error.ts';
import { notify } from '../../ui/notify.tsx';
import { refreshCreditNotes } from './refresh-credit-notes.ts';

/** Credit notes as the screens that send documents by email see them. */
export const creditNoteMail: DocumentMail<CreditNoteDetail> = {
  of: 'credit_note',
  facts: ({ creditNoteNumber, currency, total, issueDate }) => ({
    of: 'credit_note',
    number: creditNoteNumber,
    amount: total,
    currency,
    date: issueDate,
  }),
  stored: (id) => ({
    queryKey: orpc.creditNotes.get.queryKey({ input: { id } }),
    queryFn: () => api.creditNotes.get({ id }),
  }),
  send: (input, idempotencyKey) =>
    api.creditNotes.sendEmail(input, { context: { idempotencyKey } }),
  refresh: refreshCreditNotes,
  reload(client, id) {
    const key = orpc.creditNotes.get.queryKey({ input: { id } });
    void client.invalidateQueries({ queryKey: key });
    refreshCreditNotes(client);
  },
  refused: (error) =>
    notify.error('Email Failed', reason(error, sendFailure('credit_note', error))),
};

/** What the button of a credit note's message leads to. */
export const MAILED_PAGE = 'A button leads to the credit note’s page, where it can be read';
