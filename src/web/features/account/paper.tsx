import { SAMPLE_INVOICE, SAMPLE_MARK } from '../../lib/sample-invoice.ts';
import { QR_SIZE, QR_STROKES } from '../../lib/sample-qr.ts';
import { Logo } from '../../ui/logo.tsx';
import classes from './paper.module.css';

const invoice = SAMPLE_INVOICE;

/** What the product makes: an invoice of a business that could be yours. A picture, not a record. */
export function PaperInvoice() {
  return (
    <div className={classes.document}>
      <div className={classes.head}>
        <div>
          <svg width="36" height="36" viewBox="0 0 40 40" className={classes.mark}>
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
      <div className={classes.table}>
        <p className={classes.tableHead}>
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
      <div className={classes.totals}>
        <p>
          <span>Subtotal</span>
          <span>{invoice.subtotal}</span>
        </p>
        <p>
          <span>{invoice.taxLabel}</span>
          <span>{invoice.taxAmount}</span>
        </p>
        <p className={classes.total}>
          <span>Total</span>
          <span>{invoice.total}</span>
        </p>
      </div>
      <div className={classes.pay}>
        <svg viewBox={`0 0 ${QR_SIZE} ${QR_SIZE}`} shapeRendering="crispEdges">
          <path stroke="currentColor" d={QR_STROKES} />
        </svg>
        <div>
          <b>Scan to view</b>
          <span>or open the link in the email.</span>
        </div>
      </div>
    </div>
  );
}

interface SlipProps {
  title?: string;
  rows: readonly { label: string; value: React.ReactNode }[];
  total: { label: string; value: string };
}

/** A slip that was torn off: rows, and a final figure over its double rule. */
export function Slip({ title, rows, total }: SlipProps) {
  return (
    <div className={classes.slipShadow}>
      <div className={classes.slip}>
        {title ? <h2>{title}</h2> : <Logo height={28} />}
        <dl>
          {rows.map((row) => (
            <div key={row.label}>
              <dt>{row.label}</dt>
              <dd>{row.value}</dd>
            </div>
          ))}
          <div className={classes.slipTotal}>
            <dt>{total.label}</dt>
            <dd>{total.value}</dd>
          </div>
        </dl>
      </div>
    </div>
  );
}

/** What signing up costs. */
export function TrialSlip() {
  return (
    <Slip
      rows={[
        { label: 'Free trial', value: '10 invoices' },
        { label: 'Credit card', value: 'Not needed' },
        { label: 'Setup', value: '2 minutes' },
      ]}
      total={{ label: 'Due today', value: '$0.00' }}
    />
  );
}
