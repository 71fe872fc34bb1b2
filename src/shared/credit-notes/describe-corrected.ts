import { formatDate } from '../dates/calendar-date.ts';

/** The invoice that a credit note corrects, as it is named on it. */
export interface CorrectedInvoiceRef {
  invoiceNumber: string;
  issueDate: string;
}

/** 'Credit for invoice INV-2026-0001 of Nov 03, 2026' */
export const describeCorrected = ({ invoiceNumber, issueDate }: CorrectedInvoiceRef): string =>
  // A date stays on one line.
  `Credit for invoice ${invoiceNumber} of ${formatDate(issueDate).replaceAll(' ', '\u00a0')}`;
