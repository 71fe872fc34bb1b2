import { invoiceFile, invoiceFileName } from '../../../shared/invoices/invoice-file.ts';
/** Ways out of the application: the PDF on disk or on paper, and a file of data. */
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import {
  notifySaved,
  openAndPrintPdf,
  refusedOffline,
  savedInApp,
} from '../../documents/document-files.ts';
import { ownAddress, pdfAddress } from '../../documents/document-places.ts';
import { failure } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { saveFile } from '../../lib/device.ts';
import { notify } from '../../ui/notify.tsx';

type Named = Pick<Invoice, 'id'>;

export function downloadPdf(invoice: Named): void {
  if (refusedOffline()) return;
  const address = `${pdfAddress('invoice', invoice)}?download=1`;
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
  if (openAndPrintPdf(pdfAddress('invoice', invoice))) return;
  notify.error(
    'Print Failed',
    'Please allow popups and try again, or use the View button to access the invoice.',
  );
}

/** As it is stored now, not as a list last saw it. */
export async function saveAsJson(invoice: Named): Promise<void> {
  try {
    const [stored, business] = await Promise.all([
      api.invoices.get({ id: invoice.id }),
      api.profile.get(),
    ]);
    const address = ownAddress('invoice', invoice);
    const text = JSON.stringify(invoiceFile(stored, business, address), null, 2);
    const content = new Blob([`${text}\n`], { type: 'application/json' });
    notifySaved(await saveFile({ name: invoiceFileName(stored), content }));
  } catch (error) {
    notify.error('Error', failure('The invoice could not be saved', error));
  }
}
