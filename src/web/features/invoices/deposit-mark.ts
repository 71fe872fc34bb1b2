import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';

/** What an invoice is among the deposits of an estimate; undefined of any other. */
export function depositMark({
  invoiceType,
  whole,
}: Pick<Invoice, 'invoiceType' | 'whole'>): 'Deposit' | 'Final' | undefined {
  if (invoiceType === 'deposit') return 'Deposit';
  return whole ? 'Final' : undefined;
}
