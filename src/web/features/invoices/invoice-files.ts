/** Ways out of the application: the PDF in a tab, on disk or on paper, links, and a file of data. */
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import { invoiceFile, invoiceFileName } from '../../../shared/invoices/invoice-file.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import {
  openAndPrintPdf,
  openPdf,
  refusedOffline,
  savedInApp,
  tellSaved,
} from '../../documents/document-files.ts';
import { partyNames } from '../../documents/party-names.ts';
import { api } from '../../lib/api.ts';
import { failure } from '../../lib/api-error.ts';
import { copied } from '../../lib/clipboard.ts';
import { saveFile, shareLink } from '../../lib/device.ts';
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

export async function copyPublicLink(invoice: Pick<Invoice, 'publicId'>): Promise<void> {
  const address = publicAddress(invoice);
  if (await copied(address))
    notify.success('Link copied', 'Anyone with this link can see the invoice.');
  else notify.error('The link could not be copied', address);
}

/** Where the owner opens it, on any device, after signing in. */
function ownAddress({ id }: Named): string {
  return `${location.origin}/invoices/${id}`;
}

type Shareable = Pick<Invoice, 'id' | 'invoiceNumber' | 'total' | 'customer'>;

/** To be called within the click: a browser opens its share sheet at no other time. */
export async function shareInvoice(invoice: Shareable): Promise<void> {
  const url = ownAddress(invoice);
  const outcome = await shareLink({
    title: `Invoice ${invoice.invoiceNumber}`,
    text: `Invoice ${invoice.invoiceNumber}: ${partyNames(invoice.customer).main}, ${formatMoney(invoice.total)}`,
    url,
  });
  if (outcome === 'copied') {
    notify.success(
      'Link copied',
      'It opens this invoice for whoever is signed in to your account.',
    );
  } else if (outcome === 'failed') {
    notify.error('The link could not be shared', url);
  }
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
    tellSaved(await saveFile({ name: invoiceFileName(stored), content }));
  } catch (error) {
    notify.error('Error', failure('The invoice could not be saved', error));
  }
}
