import type * as z from 'zod';
import { daysBetween, parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import { namedInvoice, shownNumber } from '../../../shared/documents/document-number.ts';
import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import {
  DEFAULT_ESTIMATE_TERMS,
  DEFAULT_EXPIRY_DAYS,
  defaultEstimateTerms,
  ESTIMATE_STATUS_LABELS,
  ESTIMATE_STATUSES,
  isDefaultEstimateTerms,
} from '../../../shared/estimates/estimate-status.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { estimateInput } from '../../../shared/estimates/estimate.contract.ts';
import { ON_ACCEPTANCE } from '../../../shared/estimates/on-acceptance.ts';
import { describeSending } from '../../documents/editor/describe-sending.ts';
import { toDraft } from '../../documents/editor/document-draft.ts';
import type {
  DocumentCalls,
  DocumentForm,
  DocumentKind,
} from '../../documents/editor/document-kind.ts';
import { callContent, findRefusals, previewInput } from '../../documents/editor/document-kind.ts';
import { announceCreated } from '../../documents/email/announce-created.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { IconSend } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.tsx';
import { estimateRecords, refreshAfterConversion } from './estimate-records.ts';
import { expiryOutline } from './format-expiry-date.ts';

/** What the editor says and checks when it is an estimate that is written. */
export const estimateKind: DocumentKind = {
  name: 'estimate',
  title: { create: 'Create Estimate', edit: 'Edit Estimate' },
  about: 'Fill out the details below to create a new estimate for your customer.',
  atLeastOneLine: 'An estimate has at least one line',
  createButton: { label: 'Create & Send', icon: IconSend },
  sendsOnCreate: true,
  sendNote: describeSending('estimate'),
  statuses: ESTIMATE_STATUSES.map((value) => ({ value, label: ESTIMATE_STATUS_LABELS[value] })),
  statusHint: ({ status, deposit }, before) => {
    if (status !== 'accepted' || before.status === 'accepted') return undefined;
    return deposit.trim()
      ? 'Saving creates its deposit invoice and closes the estimate.'
      : 'Saving creates its invoice and closes the estimate.';
  },
  endAfterDays: DEFAULT_EXPIRY_DAYS,
  terms: DEFAULT_ESTIMATE_TERMS,
  termsFor: ({ issueDate, endDate, terms }) => {
    const [issued, expires] = [parseCalendarDate(issueDate), parseCalendarDate(endDate)];
    if (!issued || !expires || expires < issued || !isDefaultEstimateTerms(terms)) return undefined;
    return defaultEstimateTerms(daysBetween(issued, expires));
  },
  noCustomer: () => 'Customer is required',
  strictEdit: false,
  outline: expiryOutline,
  refusals: (form) => findRefusals(estimateInput, toEstimateInput(form)),
  draw: (question, signal) => {
    const input = previewInput('estimate', question, parseStatus(question.status));
    return api.estimates.preview(input, { signal });
  },
};

export const estimateCalls: DocumentCalls<EstimateDetail> = {
  stored: estimateRecords.mail.stored,
  toDraft: (estimate) => toDraft('estimate', estimate),
  create: (form, idempotencyKey) =>
    api.estimates.create(
      { ...toEstimateInput(form), sendEmail: true, hold: true },
      { context: { idempotencyKey } },
    ),
  update: (form, base) =>
    api.estimates.update({ ...toEstimateInput(form), id: base.id, version: base.version }),
  created(client, saved) {
    estimateRecords.refresh(client, saved);
    announceCreated(client, estimateRecords.mail, saved, {
      title: 'Estimate Created',
      words: 'Estimate created successfully',
      number: shownNumber(saved.estimateNumber),
    });
  },
  updated(client, saved) {
    estimateRecords.refresh(client, saved);
    if (saved.invoice) {
      refreshAfterConversion(client);
      notify.success(
        'Estimate Accepted & Converted',
        `It became ${namedInvoice(saved.invoice.invoiceNumber)}.`,
      );
    } else notify.success('Estimate Updated', `${shownNumber(saved.estimateNumber)} is saved.`);
  },
  failed(error, form) {
    const fallback = form === 'create' ? 'Failed to create estimate' : 'Failed to update estimate';
    notify.error('Error', errorMessage(error, fallback));
  },
};

/** The checked form as the call takes it. */
export function toEstimateInput(form: DocumentForm): z.input<typeof estimateInput> {
  const { onAcceptance, status } = form;
  return {
    ...callContent('estimate', form),
    status: parseStatus(status),
    ...(onAcceptance === undefined ? {} : { onAcceptance: parseOnAcceptance(onAcceptance) }),
  };
}

const parseOnAcceptance = (chosen: string | null) =>
  ON_ACCEPTANCE.find((known) => known === chosen) ?? null;

function parseStatus(status: string): EstimateStatus {
  return ESTIMATE_STATUSES.find((known) => known === status) ?? 'draft';
}
