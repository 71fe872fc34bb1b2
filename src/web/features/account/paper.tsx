import '../../documents/sample-document.css';
import { SampleDocument } from '../../documents/sample-document.tsx';
import { QR_SIZE, QR_STROKES } from '../../lib/sample-qr.ts';
import { Logo } from '../../ui/logo.tsx';
import classes from './paper.module.css';

const CODE = (
  <svg viewBox={`0 0 ${QR_SIZE} ${QR_SIZE}`} shapeRendering="crispEdges">
    <path stroke="currentColor" d={QR_STROKES} />
  </svg>
);

/** The sample in the middle of a sheet, beside the ways in. */
export function PaperInvoice() {
  return <SampleDocument className={classes.document} code={CODE} scan="Scan to view" />;
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
