import type { ReactNode } from 'react';
import { SAMPLE_INVOICE, SAMPLE_MARK } from '../lib/sample-invoice.ts';

type Part =
  | 'document'
  | 'head'
  | 'title'
  | 'meta'
  | 'lines'
  | 'columns'
  | 'totals'
  | 'total'
  | 'pay';

interface Props {
  /** The names of each part's styles: the front page and the sign-in page have their own. */
  classes: Readonly<Record<Part, string>>;
  code: ReactNode;
  /** What the code is for. */
  scan: string;
}

const invoice = SAMPLE_INVOICE;

/** What the product makes: an invoice of a business that could be yours. A picture, not a record. */
export function SampleDocument({ classes, code, scan }: Props) {
  return (
    <div className={classes.document}>
      <div className={classes.head}>
        <div>
          <svg width="36" height="36" viewBox="0 0 40 40">
            <path
              fill="none"
              stroke="currentColor"
              strokeWidth="3.2"
              strokeLinecap="round"
              d={SAMPLE_MARK}
            />
          </svg>
          <b>{invoice.business.name}</b>
          <span>{invoice.business.address}</span>
        </div>
        <div className={classes.title}>
          <strong>Invoice</strong>
          <span>{invoice.invoiceNumber}</span>
        </div>
      </div>
      <div className={classes.meta}>
        <p>
          <span>Bill to</span>
          <b>{invoice.customer.name}</b>
          {invoice.customer.place}
        </p>
        <p>
          <span>Issued</span>
          <b>{invoice.issueDate}</b>
        </p>
        <p>
          <span>Due</span>
          <b>{invoice.dueDate}</b>
        </p>
      </div>
      <div className={classes.lines}>
        <p className={classes.columns}>
          <span>Description</span>
          <span>Qty</span>
          <span>Price</span>
          <span>Amount</span>
        </p>
        {invoice.lines.map((line) => (
          <p key={line.description}>
            <span>{line.description}</span>
            <span>{line.quantity}</span>
            <span>${line.unitPrice}</span>
            <span>${line.total}</span>
          </p>
        ))}
      </div>
      <SampleTotals className={classes.totals} total={classes.total} />
      <div className={classes.pay}>
        {code}
        <div>
          <b>{scan}</b>
          <span>or open the link in the email.</span>
        </div>
      </div>
    </div>
  );
}

/** Subtotal, tax and total of the sample, as the form and the document show them. */
export function SampleTotals({ className, total }: { className: string; total: string }) {
  return (
    <div className={className}>
      <p>
        <span>Subtotal</span>
        <span>{invoice.subtotal}</span>
      </p>
      <p>
        <span>{invoice.taxLabel}</span>
        <span>{invoice.taxAmount}</span>
      </p>
      <p className={total}>
        <span>Total</span>
        <span>{invoice.total}</span>
      </p>
    </div>
  );
}
