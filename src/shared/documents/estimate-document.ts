import { formatDate } from '../dates/calendar-date.ts';
import type { EstimateStatus } from '../estimates/estimate-status.ts';
import { formatMoneyOrNone, money } from '../money/money.ts';
import type { DocumentData } from './document-data.ts';
import { CUSTOMER_LABELS } from './document-data.ts';
import type {
  BusinessForDocument,
  CustomerForDocument,
  SheetForDocument,
} from './document-sheet.ts';
import { documentSheet, metaRows } from './document-sheet.ts';

/** An estimate as its PDF needs it. */
export interface EstimateForDocument extends SheetForDocument {
  status: EstimateStatus;
}

export interface EstimateDocumentInput {
  estimate: EstimateForDocument;
  /** null while none has been chosen in the editor. */
  customer: CustomerForDocument | null;
  business: BusinessForDocument;
}

const STATUS = {
  draft: { kind: 'draft', text: 'DRAFT' },
  sent: undefined,
  accepted: { kind: 'accepted', text: 'ACCEPTED' },
  rejected: { kind: 'rejected', text: 'REJECTED' },
  expired: { kind: 'expired', text: 'EXPIRED' },
} as const;

/** The document of an estimate: the sheet of an invoice, with nothing on it to be paid. */
export function estimateDocument(input: EstimateDocumentInput): DocumentData {
  const { estimate, customer, business } = input;
  const status = STATUS[estimate.status];
  const customerLabel = CUSTOMER_LABELS.estimate;
  const {
    endDate,
    figures: { total },
  } = estimate;
  return {
    ...documentSheet({ sheet: estimate, customer, customerLabel, business }),
    title: 'Estimate',
    hero: {
      label: 'Estimated total',
      value: formatMoneyOrNone(total === null ? null : money(total, estimate.currency)),
      note: endDate ? `Valid until ${formatDate(endDate)}` : '',
    },
    meta: metaRows(estimate, 'Expires'),
    ...(status ? { status } : {}),
  };
}
