/** Ways out of the application: the PDF in a tab, on disk or on paper, and the public link. */
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import { openAndPrintPdf, openPdf } from '../../documents/document-files.ts';
import { copied } from '../../lib/clipboard.ts';
import { notify } from '../../ui/notify.tsx';

type Named = Pick<Invoice, 'id'>;

export function pdfAddress(invoice: Named): string {
  return `/api/invoices/${invoice.id}/pdf`;
}

/** Where a customer sees the invoice. */
export function publicAddress(invoice: Pick<Invoice, 'publicId'>): string {
  return `${location.origin}/pay-invoice/${invoice.publicId}`;
}

export function viewPdf(invoice: Named): void {
  if (!openPdf(pdfAddress(invoice))) {
    notify.error('Popup Blocked', 'Please allow popups to view the invoice.');
  }
}

export function downloadPdf(invoice: Named): void {
  const link = document.createElement('a');
  link.href = `${pdfAddress(invoice)}?download=1`;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Opens the PDF in a window and asks the browser to print it. */
export function printPdf(invoice: Named): void {
  if (openAndPrintPdf(pdfAddress(invoice))) return;
  notify.error(
    'Print Failed',
    'Please allow popups and try again, or use the View button to access the invoice.',
  );
}

export async function copyPublicLink(invoice: Pick<Invoice, 'publicId'>): Promise<void> {
  const address = publicAddress(invoice);
  if (await copied(address))
    notify.success('Link copied', 'Anyone with this link can see the invoice.');
  else notify.error('The link could not be copied', address);
}
