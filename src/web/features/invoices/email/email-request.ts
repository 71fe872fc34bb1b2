import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';

export type Mailable = Pick<Invoice, 'id' | 'customer'>;

const writers = new Set<(invoice: Mailable) => void>();

/** While a page that has the dialog is shown, it opens it. @returns what ends that */
export function takeEmailRequests(write: (invoice: Mailable) => void): () => void {
  writers.add(write);
  return () => void writers.delete(write);
}

/** Opens the dialog on whichever page is shown, or the invoice's own page if that has none. */
export function requestEmail(invoice: Mailable): void {
  const [write] = writers;
  if (write) write(invoice);
  else globalThis.location.assign(`/invoices/${invoice.id}`);
}
