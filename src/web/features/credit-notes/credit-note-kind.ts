import type * as z from 'zod';
import type { CreditNoteDetail } from '../../../shared/credit-notes/credit-note.contract.ts';
import { creditNoteInput } from '../../../shared/credit-notes/credit-note.contract.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { toDraft } from '../../documents/editor/document-draft.ts';
import type {
  DocumentCalls,
  DocumentForm,
  DocumentKind,
} from '../../documents/editor/document-kind.ts';
import { callContent, findRefusals, previewInput } from '../../documents/editor/document-kind.ts';
import { requestEmail } from '../../documents/email/email-request.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { IconFileCheck } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.tsx';
import { creditNoteRecords, refreshCreditNotes } from './credit-note-records.ts';

/** The button beside Save Draft asks for a document that is out: a credit note is issued then. */
const toStatus = (status: string): 'draft' | 'issued' => (status === 'draft' ? 'draft' : 'issued');

/** What the editor says and checks when it is a credit note of its own lines that is written. */
export const creditNoteKind: DocumentKind = {
  name: 'credit_note',
  title: { create: 'Create Credit Note', edit: 'Edit Credit Note' },
  about: 'A credit that belongs to no invoice. To correct an invoice, credit it from its own page.',
  atLeastOneLine: 'A credit note has at least one line',
  createButton: { label: 'Save & Issue', icon: IconFileCheck },
  sendsOnCreate: false,
  sendNote: () => 'Once issued, it cannot be changed. No email is sent: send it from its page.',
  statuses: [
    { value: 'draft', label: 'Draft' },
    { value: 'issued', label: 'Issued' },
  ],
  statusHint: ({ status }) =>
    status === 'draft' ? undefined : 'Saving issues it. After that it cannot be changed.',
  endAfterDays: null,
  terms: '',
  noCustomer: () => 'Customer is required',
  strictEdit: false,
  outline: () => undefined,
  refusals: (form) => findRefusals(creditNoteInput, toCreditNoteInput(form)),
  draw: (question, signal) => {
    const input = previewInput('credit_note', question, toStatus(question.status));
    return api.creditNotes.preview(input, { signal });
  },
};

export const creditNoteCalls: DocumentCalls<CreditNoteDetail> = {
  stored: creditNoteRecords.mail.stored,
  toDraft: (creditNote) => toDraft('credit_note', creditNote),
  create: (form, idempotencyKey) =>
    api.creditNotes.create(toCreditNoteInput(form), { context: { idempotencyKey } }),
  update: (form, base) =>
    api.creditNotes.update({
      ...toCreditNoteInput(form),
      id: base.id,
      version: base.version,
    }),
  created(client, saved) {
    refreshCreditNotes(client, saved);
    const send = { label: 'Send by email', onClick: () => requestEmail('credit_note', saved) };
    const words = `${shownNumber(saved.creditNoteNumber)} is ${saved.status === 'draft' ? 'saved' : 'issued'}.`;
    notify.success('Credit Note Created', words, saved.status === 'draft' ? undefined : send);
  },
  updated(client, saved) {
    refreshCreditNotes(client, saved);
    const words = `${shownNumber(saved.creditNoteNumber)} is ${saved.status === 'draft' ? 'saved' : 'issued'}.`;
    notify.success('Credit Note Updated', words);
  },
  failed(error, form) {
    const verb = form === 'create' ? 'create' : 'update';
    notify.error('Error', errorMessage(error, `Failed to ${verb} credit note`));
  },
};

/** The checked form as the call takes it. */
function toCreditNoteInput(form: DocumentForm): Omit<
  z.input<typeof creditNoteInput>,
  'correctsInvoiceId' | 'credit'
> & {
  customerId: number | '';
  lineItems: DocumentForm['lineItems'];
} {
  return { ...callContent('credit_note', form), status: toStatus(form.status) };
}
