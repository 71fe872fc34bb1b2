import type * as z from 'zod';
import { shownNumber } from '../../../../shared/documents/document-number.ts';
import type { InvoiceStatus } from '../../../../shared/invoices/invoice-status.ts';
import {
  INVOICE_STATUS_LABELS,
  INVOICE_STATUSES,
} from '../../../../shared/invoices/invoice-status.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { DEFAULT_DUE_DAYS, invoiceInput } from '../../../../shared/invoices/invoice.contract.ts';
import { describeSending } from '../../../documents/editor/describe-sending.ts';
import { toDraft } from '../../../documents/editor/document-draft.ts';
import type {
  DocumentCalls,
  DocumentForm,
  DocumentKind,
  StoredDocument,
} from '../../../documents/editor/document-kind.ts';
import {
  callContent,
  findRefusals,
  previewInput,
} from '../../../documents/editor/document-kind.ts';
import { announceCreated } from '../../../documents/email/announce-created.ts';
import { errorMessage } from '../../../lib/api-error.ts';
import { api } from '../../../lib/api.ts';
import { IconSend } from '../../../ui/icons.ts';
import { notify } from '../../../ui/notify.tsx';
import { invoiceMail } from '../invoice-mail.ts';
import { refreshAfterChange, refreshAfterCreate } from '../refresh-invoices.ts';
import type { PaymentMade } from '../use-invoice-actions.ts';
import { formatDueOutline } from './format-due-outline.ts';

/** What the editor says and checks when it is an invoice that is written. */
export const invoiceKind: DocumentKind = {
  name: 'invoice',
  title: { create: 'Create New Invoice', edit: 'Edit Invoice' },
  about: 'Fill out the details below to create a new invoice for your customer.',
  atLeastOneLine: 'An invoice has at least one line',
  createButton: { label: 'Create & Send', icon: IconSend },
  sendsOnCreate: true,
  sendNote: describeSending('invoice'),
  statuses: INVOICE_STATUSES.map((value) => ({ value, label: INVOICE_STATUS_LABELS[value] })),
  endAfterDays: DEFAULT_DUE_DAYS,
  terms: '',
  noCustomer: (phone) => (phone ? 'Please select a customer' : 'Customer is required'),
  strictEdit: true,
  outline: formatDueOutline,
  refusals: (form) => findRefusals(invoiceInput, toInvoiceInput(form)),
  draw: (question, signal) => {
    const input = previewInput('invoice', question, parseStatus(question.status));
    const { deductsInvoiceIds } = question;
    return api.invoices.preview({ ...input, deductsInvoiceIds }, { signal });
  },
};

export const invoiceCalls: DocumentCalls<InvoiceDetail> = {
  stored: invoiceMail.stored,
  toDraft: (invoice) => toDraft('invoice', invoice),
  create: (form, idempotencyKey) =>
    api.invoices.create({ ...toInvoiceInput(form), hold: true }, { context: { idempotencyKey } }),
  update: saveInvoice,
  created(client, saved) {
    refreshAfterCreate(client, saved);
    announceCreated(client, invoiceMail, saved, {
      title: 'Success',
      words: 'Invoice created successfully',
      number: shownNumber(saved.invoiceNumber),
    });
  },
  updated(client, saved) {
    refreshAfterChange(client, saved);
    notify.success('Success', {
      words: 'Invoice updated successfully',
      about: shownNumber(saved.invoiceNumber),
    });
  },
  failed(error, form) {
    const why = errorMessage(error, '');
    if (form === 'create') notify.error('Error', why || 'Failed to create invoice');
    else
      notify.error('Error', why ? `Failed to update invoice. ${why}` : 'Failed to update invoice');
  },
};

/** @param payment how and when it was paid, where the form sets it to paid */
export function saveInvoice(form: DocumentForm, base: StoredDocument, payment?: PaymentMade) {
  const { id, version } = base;
  const { lineItems, taxRate, taxAmount, ...rest } = toInvoiceInput(form);
  const own = form.followsEstimate ? {} : { lineItems, taxRate, taxAmount };
  return api.invoices.update({ ...rest, ...own, ...payment, id, version });
}

/** The checked form as the call takes it. */
export function toInvoiceInput(form: DocumentForm): z.input<typeof invoiceInput> {
  const { deductsInvoiceIds } = form;
  const deducted = deductsInvoiceIds ? { deductsInvoiceIds } : {};
  return { ...callContent('invoice', form), ...deducted, status: parseStatus(form.status) };
}

function parseStatus(status: string): InvoiceStatus {
  return INVOICE_STATUSES.find((known) => known === status) ?? 'draft';
}
