import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { DocumentPages } from '../../../documents/detail/document-pages.tsx';
import { storedPreview } from '../../../documents/detail/stored-preview.ts';
import { api, orpc } from '../../../lib/api.ts';
import { viewPdf } from '../invoice-files.ts';

/** The stored invoice as a document on the desk. */
export function InvoicePages({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <DocumentPages
      kind="invoice"
      number={invoice.invoiceNumber}
      picture={(page) => {
        const input = storedPreview('invoice', invoice, page);
        return {
          queryKey: orpc.invoices.preview.queryKey({ input }),
          queryFn: ({ signal }) => api.invoices.preview(input, { signal }),
        };
      }}
      onOpenPdf={() => viewPdf(invoice)}
    />
  );
}
