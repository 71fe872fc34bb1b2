import { adjustedLabel } from '../../../shared/invoices/adjusted-label.ts';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney, isPositive, money, negateMoney } from '../../../shared/money/money.ts';
import { closedAs } from '../../ui/public/status-badge.tsx';
import type { SheetSum } from './document-sheet.tsx';
import { DocumentSheet, SheetTotals } from './document-sheet.tsx';
import { publicPdfUrl } from './load-public-document.ts';
import { amountAsked, amountReceived, amountWrittenOff } from './public-invoice-labels.ts';

/** The invoice itself, as a sheet of paper beside the panel. */
export function InvoiceSheet({ publicId, data }: { publicId: string; data: PublicInvoice }) {
  const { invoice, businessProfile, lineItems } = data;
  const words = 'Download PDF Invoice';
  const { status, standing } = invoice;
  return (
    <DocumentSheet
      publicId={publicId}
      kind="invoice"
      title={invoice.title}
      number={invoice.invoiceNumber}
      status={status}
      closedAs={closedAs(standing)}
      currency={invoice.currency}
      figures={invoice}
      business={businessProfile}
      customer={data.customer}
      dates={[
        ['Issued', invoice.issueDate],
        ['Due', invoice.dueDate],
      ]}
      revision={data.revision}
      pdf={standing === 'paid' ? undefined : { href: publicPdfUrl('invoice', publicId), words }}
      lines={lineItems}
      totals={<Totals invoice={invoice} />}
    />
  );
}

function Totals({ invoice }: { invoice: PublicInvoice['invoice'] }) {
  const received = amountReceived(invoice);
  const inCurrency = (amount: string) => money(amount, invoice.currency);
  const { status, adjusted } = invoice;
  const { settledBy } = invoice;
  const isPaid =
    settledBy === 'payment' || (settledBy === 'write_off' && isPositive(amountAsked(invoice)));
  const refunded = adjusted === null ? undefined : inCurrency(adjusted);
  const writtenOff = amountWrittenOff(invoice);
  const credited = invoice.credited === null ? undefined : inCurrency(invoice.credited);
  const less = received ?? refunded ?? writtenOff ?? credited;
  const total = inCurrency(invoice.total);
  const sums: SheetSum[] = [...invoice.sums];
  if (less) {
    const isGrouped = sums.some(({ place }) => place);
    sums.push({
      label: 'Total',
      value: formatMoney(total),
      whole: true,
      ...(isGrouped && { place: 'group' }),
    });
    const lowered = (label: string, amount: Money | undefined) =>
      amount && sums.push({ label, value: formatMoney(negateMoney(amount)) });
    lowered('Credited', credited);
    lowered('Received', received);
    lowered(adjustedLabel(status), refunded);
    lowered('Written off', writtenOff);
  }
  return (
    <SheetTotals
      sums={sums}
      last={{
        label: !less ? 'Total' : isPaid ? 'Amount paid' : 'Amount due',
        value: formatMoney(less ? amountAsked(invoice) : total),
      }}
    />
  );
}
