import type { StatementEntry } from '../../../shared/customers/customer-account.contract.ts';

/** The document that an entry is about; undefined for money on account. */
export function entryPath({ creditNoteId, invoiceId }: StatementEntry): string | undefined {
  if (creditNoteId !== null) return `/credit-notes/${creditNoteId}`;
  return invoiceId === null ? undefined : `/invoices/${invoiceId}`;
}

/** Where a statement is as a file. */
export function statementAddress(
  customerId: number,
  ending: 'pdf' | 'csv',
  period: { from?: string; to?: string },
): string {
  const query = new URLSearchParams(period).toString();
  return `/api/customers/${customerId}/statement.${ending}${query && `?${query}`}`;
}
