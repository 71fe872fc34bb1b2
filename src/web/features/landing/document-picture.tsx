import { SAMPLE_INVOICE, SAMPLE_MARK } from '../../lib/sample-invoice.ts';
import { PayCode } from './pay-code.tsx';

const invoice = SAMPLE_INVOICE;

/** The finished invoice, as the customer gets it: paper in both themes. */
export function DocumentPicture() {
  return (
    <div className="doc">
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
      <Totals className="doc-totals" />
      <div className="doc-pay">
        <PayCode />
        <div>
          <b>Scan to pay by card</b>
          <span>or open the link in the email.</span>
        </div>
      </div>
    </div>
  );
}

/** Subtotal, tax and total of the sample, as the form and the document show them. */
export function Totals({ className }: { className: string }) {
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
