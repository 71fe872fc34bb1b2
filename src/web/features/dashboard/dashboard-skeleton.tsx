import { DataTableSkeleton } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatStripSkeleton } from '../../ui/stat-strip.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import classes from './dashboard-view.module.css';
import { FIGURES } from './figures-strip.tsx';
import sentence from './money-sentence.module.css';
import { INVOICE_COLUMNS } from './recent-invoices.tsx';

const FIVE = [0, 1, 2, 3, 4];

/** Holds every part in its place and size while the figures are on their way. */
export function DashboardSkeleton() {
  const phone = useIsPhone();
  const due = (
    <Panel title="Due and overdue">
      <Bars rows={FIVE} first={88} />
    </Panel>
  );
  return (
    <div aria-busy="true">
      <p role="status">
        <VisuallyHidden>Loading the dashboard...</VisuallyHidden>
      </p>
      <div className={sentence.line} aria-hidden="true">
        <p>
          <Skeleton width="min(560px, 88%)" height={18} />
        </p>
      </div>
      <StatStripSkeleton labels={FIGURES} />
      <div className={classes.columns} aria-hidden="true">
        <div>
          {phone && due}
          <Panel title="Cash by month">
            <div style={{ height: phone ? 286 : 322 }} />
          </Panel>
          <Panel title="Recent Invoices">
            {phone ? (
              <Bars rows={FIVE.slice(1)} />
            ) : (
              <DataTableSkeleton columns={INVOICE_COLUMNS} rows={8} />
            )}
          </Panel>
        </div>
        <div>
          {!phone && due}
          <Panel title="Recent Activity">
            <Bars rows={FIVE} />
          </Panel>
        </div>
      </div>
    </div>
  );
}

function Bars({ rows, first = 0 }: { rows: readonly number[]; first?: number }) {
  return (
    <div className={classes.bars} style={{ paddingTop: first }}>
      {rows.map((row) => (
        <div key={row} style={{ opacity: 1 - row * 0.16 }}>
          <Skeleton width={`${44 + ((row * 17) % 30)}%`} />
          <Skeleton width="34%" height={10} />
        </div>
      ))}
    </div>
  );
}
