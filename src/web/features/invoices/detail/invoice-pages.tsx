import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvoiceDetail, PreviewInput } from '../../../../shared/invoices/invoice.contract.ts';
import { orpc } from '../../../lib/api.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { SvgPicture } from '../../../ui/svg-picture.tsx';
import { viewPdf } from '../invoice-files.ts';
import classes from './invoice-pages.module.css';

/** The stored invoice as a document on the desk, page by page, drawn by the engine of its PDF. */
export function InvoicePages({ invoice }: { invoice: InvoiceDetail }) {
  const [wanted, setWanted] = useState(1);
  const pages = useQuery(
    orpc.invoices.preview.queryOptions({
      input: storedPreview(invoice, wanted),
      placeholderData: keepPreviousData,
      // A picture is large, and the page asks for it anew whenever the invoice has changed.
      gcTime: 60_000,
    }),
  );
  const shown = pages.data?.pages[0];
  const pageCount = pages.data?.pageCount ?? 1;
  const page = shown?.page ?? wanted;
  return (
    <section className={classes.desk} aria-label="Document">
      {shown ? (
        <SvgPicture
          className={classes.page}
          svg={shown.svg}
          alt={`Invoice ${invoice.invoiceNumber}, page ${page} of ${pageCount}`}
        />
      ) : (
        <div className={classes.blank}>
          {pages.isError && (
            <div role="alert" className={classes.failed}>
              <p>The document could not be drawn just now.</p>
              <Button onClick={() => void pages.refetch()}>Try again</Button>
              <Button variant="quiet" onClick={() => viewPdf(invoice)}>
                Open the PDF
              </Button>
            </div>
          )}
        </div>
      )}
      {pageCount > 1 && (
        <div className={classes.pages}>
          <IconButton
            label="Page before"
            tooltip={false}
            icon={IconChevronLeft}
            disabled={page <= 1}
            onClick={() => setWanted(page - 1)}
          />
          <span role="status">
            Page {page} of {pageCount}
          </span>
          <IconButton
            label="Next page"
            tooltip={false}
            icon={IconChevronRight}
            disabled={page >= pageCount}
            onClick={() => setWanted(page + 1)}
          />
        </div>
      )}
    </section>
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
