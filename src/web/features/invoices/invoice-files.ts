/** Ways out of the application: the PDF in a tab, on disk or on paper, links, and a file of data. */
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import { invoiceFile, invoiceFileName } from '../../../shared/invoices/invoice-file.ts';
import {
  notifySaved,
  openAndPrintPdf,
  openPdf,
  refusedOffline,
  savedInApp,
} from '../../documents/document-files.ts';
import { api } from '../../lib/api.ts';
import { failure } from '../../lib/api-error.ts';
import { saveFile } from '../../lib/device.ts';
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
  if (refusedOffline()) return;
  const address = `${pdfAddress(invoice)}?download=1`;
  if (savedInApp(address)) return;
  const link = document.createElement('a');
  link.href = address;
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

/** Where the owner opens it, on any device, after signing in. */
export function ownAddress({ id }: Named): string {
  return `${location.origin}/invoices/${id}`;
}

/** As it is stored now, not as a list last saw it. */
export async function saveAsJson(invoice: Named): Promise<void> {
  try {
    const [stored, business] = await Promise.all([
      api.invoices.get({ id: invoice.id }),
      api.profile.get(),
    ]);
    const text = JSON.stringify(invoiceFile(stored, business, ownAddress(invoice)), null, 2);
    const content = new Blob([`${text}\n`], { type: 'application/json' });
    notifySaved(await saveFile({ name: invoiceFileName(stored), content }));
  } catch (error) {
    notify.error('Error', failure('The invoice could not be saved', error));
  }
}
