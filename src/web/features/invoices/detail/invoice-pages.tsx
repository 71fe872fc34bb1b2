import type { InvoiceDetail, PreviewInput } from '../../../../shared/invoices/invoice.contract.ts';
import { DocumentPages } from '../../../documents/detail/document-pages.tsx';
import { api, orpc } from '../../../lib/api.ts';
import { viewPdf } from '../invoice-files.ts';

/** The stored invoice as a document on the desk. */
export function InvoicePages({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <DocumentPages
      kind="invoice"
      number={invoice.invoiceNumber}
      picture={(page) => {
        const input = storedPreview(invoice, page);
        return {
          queryKey: orpc.invoices.preview.queryKey({ input }),
          queryFn: ({ signal }) => api.invoices.preview(input, { signal }),
        };
      }}
      onOpenPdf={() => viewPdf(invoice)}
    />
  );
}

function storedPreview(invoice: InvoiceDetail, page: number): PreviewInput {
  const { id, customerId, invoiceNumber, poNumber, status, issueDate, dueDate } = invoice;
  const { taxRate, taxAmount, notes, terms } = invoice;
  return {
    id,
    customerId,
    invoiceNumber,
    poNumber,
    status,
    issueDate,
    dueDate,
    taxRate,
    taxAmount,
    notes,
    terms,
    lineItems: invoice.lineItems.map(({ description, quantity, unitPrice }) => ({
      description,
      quantity,
      unitPrice,
    })),
    pages: [page],
  };
}
