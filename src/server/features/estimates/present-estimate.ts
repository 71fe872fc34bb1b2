import { utcInstant } from '../../../shared/dates/instants.ts';
import type { Delivery } from '../../../shared/emails/undelivered.ts';
import { findUndelivered } from '../../../shared/emails/undelivered.ts';
import type { Estimate, EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import type { DocumentRow } from '../documents/index.ts';
import { presentDocument } from '../documents/index.ts';
import { presentEmail, withoutOvertaken } from '../emails/index.ts';

export type EstimateRow = DocumentRow<'estimate'> &
  Pick<Estimate, 'status' | 'lineItems'> & {
    invoiceId: string | null;
    invoiceNumber: string | null;
    invoiceDeleted: boolean;
    newestEmail?: Delivery | null;
  };

/** Instants are as JSON from the database gives them. */
export type EstimateDetailRow = EstimateRow &
  Pick<EstimateDetail, 'lineItems' | 'history' | 'emails'>;

export function presentEstimate({
  newestEmail,
  invoiceId,
  invoiceNumber,
  invoiceDeleted,
  ...row
}: EstimateRow): Estimate {
  return {
    ...presentDocument(row),
    invoice: invoiceId
      ? { id: Number(invoiceId), invoiceNumber: invoiceNumber ?? '', deleted: invoiceDeleted }
      : null,
    ...(newestEmail === undefined ? {} : { undelivered: findUndelivered(newestEmail) }),
  };
}

export function presentEstimateDetail(row: EstimateDetailRow): EstimateDetail {
  return {
    ...presentEstimate(row),
    undelivered: findUndelivered(row.emails[0]),
    lineItems: row.lineItems,
    emails: row.emails.map(presentEmail),
    history: withoutOvertaken(row.history).map((entry) => ({
      ...entry,
      createdAt: utcInstant(entry.createdAt),
    })),
  };
}
