import { Logo } from '../../ui/logo.tsx';
import classes from './paper.module.css';
import { QR_SIZE, QR_STROKES } from './paper-qr.ts';

const LINES = [
  {
    what: 'Planting plan, front and side garden',
    quantity: '1',
    price: '$1,850.00',
    amount: '$1,850.00',
  },
  { what: 'Site visits', quantity: '3', price: '$160.00', amount: '$480.00' },
  {
    what: 'Coastal meadow mix, supplied and sown',
    quantity: '12.5',
    price: '$48.00',
    amount: '$600.00',
  },
  { what: 'Dry-stone edging, per foot', quantity: '42', price: '$38.50', amount: '$1,617.00' },
];

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
              d="M20 35V5M14.5 35c0-10.5-2.5-19-8.5-24.5M25.5 35c0-10.5 2.5-19 8.5-24.5M9 35c0-5.5-1.7-9-5-12M31 35c0-5.5 1.7-9 5-12"
            />
          </svg>
          <b>Marram Landscape Studio</b>
          <span>14 Wharf Street, Portland, ME 04101</span>
        </div>
        <div className={classes.title}>
          <strong>Invoice</strong>
          <span>INV-2026-0418</span>
        </div>
      </div>
      <div className={classes.meta}>
        <p>
          <span>Bill to</span>
          <b>Eleanor Whitcomb</b>
          Peaks Island, ME
        </p>
        <p>
          <span>Issued</span>
          <b>Nov 21, 2026</b>
        </p>
        <p>
          <span>Due</span>
          <b>Dec 05, 2026</b>
        </p>
      </div>
      <div className={classes.table}>
        <p className={classes.tableHead}>
          <span>Description</span>
          <span>Qty</span>
          <span>Price</span>
          <span>Amount</span>
        </p>
        {LINES.map((line) => (
          <p key={line.what}>
            <span>{line.what}</span>
            <span>{line.quantity}</span>
            <span>{line.price}</span>
            <span>{line.amount}</span>
          </p>
        ))}
      </div>
      <div className={classes.totals}>
        <p>
          <span>Subtotal</span>
          <span>$4,547.00</span>
        </p>
        <p>
          <span>Tax (5.5%)</span>
          <span>$250.09</span>
        </p>
        <p className={classes.total}>
          <span>Total</span>
          <span>$4,797.09</span>
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
