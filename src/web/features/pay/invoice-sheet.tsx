import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney, money, negateMoney } from '../../../shared/money/money.ts';
import type { SheetSum } from './document-sheet.tsx';
import { DocumentSheet, SheetTotals } from './document-sheet.tsx';
import { publicPdfUrl } from './load-public-document.ts';
import { amountAsked, amountReceived, amountWrittenOff } from './public-invoice-labels.ts';

/** The invoice itself, as a sheet of paper beside the panel. */
export function InvoiceSheet({ publicId, data }: { publicId: string; data: PublicInvoice }) {
  const { invoice, businessProfile, lineItems } = data;
  const words = 'Download PDF Invoice';
  const isGivenUp = invoice.status === 'paid' && invoice.writtenOff !== null;
  return (
    <DocumentSheet
      kind="invoice"
      number={invoice.invoiceNumber}
      status={invoice.status}
      closedAs={isGivenUp ? 'Written off' : undefined}
      currency={invoice.currency}
      figures={invoice}
      business={businessProfile}
      customer={data.customer}
      dates={[
        ['Issued', invoice.issueDate],
        ['Due', invoice.dueDate],
      ]}
      revision={data.revision}
      pdf={
        invoice.status === 'paid' && !isGivenUp
          ? undefined
          : { href: publicPdfUrl('invoice', publicId), words }
      }
      lines={lineItems}
      totals={<Totals invoice={invoice} />}
    />
  );
}

function Totals({ invoice }: { invoice: PublicInvoice['invoice'] }) {
  const received = amountReceived(invoice);
  const inCurrency = (amount: string) => money(amount, invoice.currency);
  const { status, refunded: back } = invoice;
  const refunded = status === 'paid' && back ? inCurrency(back) : undefined;
  const writtenOff = amountWrittenOff(invoice);
  const less = received ?? refunded ?? writtenOff;
  const total = inCurrency(invoice.total);
  const sums: SheetSum[] = [...invoice.sums];
  if (less) {
    sums.push({ label: 'Total', value: formatMoney(total), whole: true });
    const lowered = (label: string, amount: Money | undefined) =>
      amount && sums.push({ label, value: formatMoney(negateMoney(amount)) });
    lowered('Received', received);
    lowered('Refunded', refunded);
    lowered('Written off', writtenOff);
  }
  return (
    <SheetTotals
      sums={sums}
      last={{
        label: !less ? 'Total' : status === 'paid' ? 'Amount paid' : 'Amount due',
        value: formatMoney(less ? amountAsked(invoice) : total),
      }}
    />
  );
}
