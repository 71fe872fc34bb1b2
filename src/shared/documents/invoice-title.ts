import { DOCUMENT_TITLES } from './document-data.ts';

/** The estimate that a deposit invoice is of, and the figures before deposits of a final invoice. */
interface TitledInvoice {
  depositEstimate?: unknown;
  whole?: unknown;
}

/** What an invoice is called wherever its customer reads of it: it says what kind of invoice it is. */
export function invoiceTitle({ depositEstimate, whole }: TitledInvoice): string {
  if (depositEstimate) return 'Deposit invoice';
  return whole ? 'Final invoice' : DOCUMENT_TITLES.invoice;
}
