import { SampleDocument } from '../../documents/sample-document.tsx';
import { QR_SIZE, QR_STROKES } from '../../lib/sample-qr.ts';
import { Logo } from '../../ui/logo.tsx';

const CODE = (
  <svg viewBox={`0 0 ${QR_SIZE} ${QR_SIZE}`} shapeRendering="crispEdges">
    <path stroke="currentColor" d={QR_STROKES} />
  </svg>
);

const DOCUMENT =
  'inset-[84px_clamp(32px,5.8vw,84px)_-40px] p-12 text-13 leading-[1.55] shadow-sheet [--code:84px] [--columns:minmax(0,1fr)_40px_82px_82px] [--head-gap:16px] [--heading:2.125rem] [--line-space:11px] [--seller:1.03125rem] [--small:var(--fs-12)] [--total:var(--fs-20)] [--totals:260px] [--way:var(--fs-15)]';

/** The sample in the middle of a sheet, beside the ways in. */
export function PaperInvoice() {
  return <SampleDocument className={DOCUMENT} code={CODE} scan="Scan to view" />;
}

interface SlipProps {
  title?: string;
  rows: readonly { label: string; value: React.ReactNode }[];
  total: { label: string; value: string };
}

/** A slip that was torn off: rows, and a final figure over its double rule. */
export function Slip({ title, rows, total }: SlipProps) {
  return (
    <div className="[filter:drop-shadow(0_0_1px_light-dark(rgb(21_23_28/30%),transparent))_drop-shadow(0_14px_28px_light-dark(rgb(21_23_28/7%),transparent))]">
      <div className="torn-off w-100 max-w-full rounded-t-[10px] bg-raised px-9 pt-9 pb-11 text-[1rem] leading-[1.5] max-[861px]:w-full max-[861px]:px-5.5 max-[861px]:pt-6 max-[861px]:pb-8.5">
        {title ? (
          <h2 className="text-[1.125rem] font-[620] tracking-[-0.015em]">{title}</h2>
        ) : (
          <Logo height={28} />
        )}
        <dl className="mt-6 border-t-[1.5px] border-ink">
          {rows.map((row) => (
            <div
              key={row.label}
              className="flex justify-between gap-4 border-b border-hairline py-3.5"
            >
              <dt className="flex-none text-muted">{row.label}</dt>
              <dd className="min-w-0 text-right font-[540] wrap-anywhere">{row.value}</dd>
            </div>
          ))}
          <div className="flex justify-between gap-4 border-0 border-b-4 border-double border-ink pt-6 pb-3 text-[1.375rem] font-[650] tracking-[-0.02em] tabular-nums">
            <dt className="flex-none">{total.label}</dt>
            <dd className="min-w-0 text-right wrap-anywhere">{total.value}</dd>
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
