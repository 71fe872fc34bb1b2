import type { ReactNode } from 'react';
import { SAMPLE_INVOICE, SAMPLE_MARK } from '../lib/sample-invoice.ts';
import { cx } from '../ui/cx.ts';

interface Props {
  /** Where it lies and how large its parts are. */
  className: string | undefined;
  code: ReactNode;
  /** What the code is for. */
  scan: string;
}

const invoice = SAMPLE_INVOICE;

/**
 * What the product makes: an invoice of a business that could be yours. A picture, not a record. Its
 * styles (sample-document.css) are imported by who shows it: the front page has a stylesheet of its own.
 */
export function SampleDocument({ className, code, scan }: Props) {
  return (
    <div className={cx('doc', className)}>
      <div className="doc-head">
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
        <div className="doc-title">
          <strong>Invoice</strong>
          <span>{invoice.invoiceNumber}</span>
        </div>
      </div>
      <div className="doc-meta">
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
      <div className="doc-lines">
        <p className="doc-columns">
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
      <SampleTotals className="doc-totals" />
      <div className="doc-pay">
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
export function SampleTotals({ className }: { className: string }) {
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
      <p className="total">
        <span>Total</span>
        <span>{invoice.total}</span>
      </p>
    </div>
  );
}
