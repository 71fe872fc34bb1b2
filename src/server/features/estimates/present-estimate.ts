import { utcInstant } from '../../../shared/dates/instants.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import type { Delivery } from '../../../shared/emails/undelivered.ts';
import { findUndelivered } from '../../../shared/emails/undelivered.ts';
import type {
  Estimate,
  EstimateDetail,
  EstimateLineItem,
} from '../../../shared/estimates/estimate.contract.ts';
import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import { presentEmail, withoutOvertaken } from '../emails/index.ts';

/** A row as the driver gives it: bigints, numerics, dates and instants as text. */
export interface EstimateRow extends Record<string, unknown> {
  user_id: string;
  id: string;
  customer_id: string;
  estimate_number: string;
  status: EstimateStatus;
  issue_date: string;
  expiry_date: string;
  currency: string;
  subtotal: string;
  tax_amount: string;
  tax_rate: string;
  total: string;
  notes: string | null;
  terms: string | null;
  version: number;
  created_at: string;
  updated_at: string;
  customer_name: string;
  customer_company: string | null;
  customer_email: string | null;
  invoice_id: string | null;
  invoice_number: string | null;
  invoice_deleted: boolean;
  public_id: string;
  line_items?: EstimateLineItem[];
  newest_email?: Delivery | null;
}

export interface EstimateDetailRow extends EstimateRow {
  line_items: EstimateLineItem[];
  history: EstimateDetail['history'];
  emails: Email[];
}

export function presentEstimate(row: EstimateRow): Estimate {
  const customerId = Number(row.customer_id);
  return {
    id: Number(row.id),
    userId: row.user_id,
    customerId,
    customer: {
      id: customerId,
      name: row.customer_name,
      company: row.customer_company,
      email: row.customer_email,
    },
    estimateNumber: row.estimate_number,
    status: row.status,
    issueDate: row.issue_date,
    expiryDate: row.expiry_date,
    currency: row.currency,
    subtotal: row.subtotal,
    taxAmount: row.tax_amount,
    taxRate: row.tax_rate,
    total: row.total,
    notes: row.notes,
    terms: row.terms,
    invoice: row.invoice_id
      ? {
          id: Number(row.invoice_id),
          invoiceNumber: row.invoice_number ?? '',
          deleted: row.invoice_deleted,
        }
      : null,
    publicId: row.public_id,
    version: row.version,
    createdAt: utcInstant(row.created_at),
    updatedAt: utcInstant(row.updated_at),
    ...(row.line_items ? { lineItems: row.line_items } : {}),
    ...(row.newest_email === undefined ? {} : { undelivered: findUndelivered(row.newest_email) }),
  };
}

export function presentEstimateDetail(row: EstimateDetailRow): EstimateDetail {
  return {
    ...presentEstimate(row),
    undelivered: findUndelivered(row.emails[0]),
    lineItems: row.line_items,
    emails: row.emails.map(presentEmail),
    history: withoutOvertaken(row.history).map((entry) => ({
      ...entry,
      createdAt: utcInstant(entry.createdAt),
    })),
  };
}
