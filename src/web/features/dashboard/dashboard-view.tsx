import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DEFAULT_TIME_ZONE } from '../../../shared/dates/calendar-date.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { loadFailure } from '../../lib/api-error.ts';
import { orpc } from '../../lib/api.ts';
import { DataTableSkeleton } from '../../ui/data-table.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Part } from '../../ui/part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatStripSkeleton } from '../../ui/stat-strip.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { CashChart } from './cash-chart.tsx';
import { DuePanel } from './due-panel.tsx';
import { FIGURES, FiguresStrip } from './figures-strip.tsx';
import { FirstSteps } from './first-steps.tsx';
import { MoneySentence, SentenceLine } from './money-sentence.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { INVOICE_COLUMNS, RecentInvoices } from './recent-invoices.tsx';
import { isFresh } from './steps.ts';

/** Customers pay and days pass without anybody here doing anything: after this it is read again. */
const FRESH_FOR = 30_000;

export const dashboardQuery = orpc.dashboard.get.queryOptions({ staleTime: FRESH_FOR });

/** How the business stands: a sentence, four figures, and what lies behind them. */
export function DashboardView() {
  const { profile } = useBusiness();
  // Shown as last known while newer figures are on their way.
  const { data: figures, error, refetch, dataUpdatedAt, isRefetchError } = useQuery(dashboardQuery);
  if (!figures) {
    return error ? (
      <PageError title="The dashboard could not be loaded" {...loadFailure({ error, refetch })} />
    ) : (
      <DashboardSkeleton />
    );
  }
  const fresh = isFresh(figures);
  const due = (
    <Part name="Due and overdue">
      <DuePanel figures={figures} />
    </Part>
  );
  const invoices = (
    <Part name="Recent invoices">
      <RecentInvoices invoices={figures.recentInvoices} />
    </Part>
  );
  const activity = (
    <Part name="Recent activity">
      <RecentActivity
        entries={figures.recentActivity}
        timeZone={profile?.timeZone ?? DEFAULT_TIME_ZONE}
        readAt={dataUpdatedAt}
      />
    </Part>
  );
  return (
    <>
      <Part name="What you are owed">
        <MoneySentence figures={figures} fresh={fresh} />
      </Part>
      {isRefetchError && (
        <p className="mb-4 rounded bg-caution-soft px-3.5 py-[11px]" role="alert">
          These figures may be out of date: the latest could not be loaded.{' '}
          <button
            type="button"
            className="cursor-pointer border-0 bg-transparent p-0 font-semi underline"
            onClick={() => void refetch()}
          >
            Try again
          </button>
        </p>
      )}
      <FirstSteps done={figures.firstSteps} />
      <Part name="The summary">
        <FiguresStrip figures={figures} />
      </Part>
      {fresh ? (
        // What will stand here, in its own words.
        <div className="mt-5 grid grid-cols-3 items-start gap-5 max-xl:grid-cols-1 max-md:mt-4 max-md:gap-4">
          {invoices}
          {due}
          {activity}
        </div>
      ) : (
        <Columns
          due={due}
          cash={
            <Part name="Cash by month">
              <CashChart figures={figures} />
            </Part>
          }
          invoices={invoices}
          activity={activity}
        />
      )}
    </>
  );
}

const COLUMN =
  'grid min-w-0 grid-cols-1 grid-rows-[auto_1fr] gap-5 max-md:grid-rows-none max-md:gap-4';

/** Where each part stands; on the phone whom to ask first comes first. */
function Columns(parts: Record<'due' | 'cash' | 'invoices' | 'activity', ReactNode>) {
  const phone = useIsPhone();
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)_368px] gap-5 max-[1360px]:grid-cols-[minmax(0,1fr)_308px] max-xl:grid-cols-1 max-md:mt-4 max-md:gap-4">
      <div className={COLUMN}>
        {phone && parts.due}
        {parts.cash}
        {parts.invoices}
      </div>
      <div className={COLUMN}>
        {!phone && parts.due}
        {parts.activity}
      </div>
    </div>
  );
}

const FIVE = [0, 1, 2, 3, 4];

/** Holds every part in its place and size while the figures are on their way. */
function DashboardSkeleton() {
  const phone = useIsPhone();
  return (
    <div aria-busy="true">
      <p role="status">
        <VisuallyHidden>Loading the dashboard...</VisuallyHidden>
      </p>
      <div aria-hidden="true">
        <SentenceLine>
          <Skeleton width="min(560px, 88%)" height={18} />
        </SentenceLine>
      </div>
      <StatStripSkeleton labels={FIGURES} />
      <div aria-hidden="true">
        <Columns
          due={
            <Panel title="Due and overdue">
              <div className="h-22" />
              <Bars rows={FIVE} />
            </Panel>
          }
          cash={
            <Panel title="Cash by month">
              <div className="h-[322px] max-md:h-[286px]" />
            </Panel>
          }
          invoices={
            <Panel title="Recent Invoices">
              {phone ? (
                <Bars rows={FIVE.slice(1)} />
              ) : (
                <DataTableSkeleton columns={INVOICE_COLUMNS} rows={8} />
              )}
            </Panel>
          }
          activity={
            <Panel title="Recent Activity">
              <Bars rows={FIVE} />
            </Panel>
          }
        />
      </div>
    </div>
  );
}

const Bars = ({ rows }: { rows: readonly number[] }) =>
  rows.map((row) => (
    <div key={row} className="grid gap-1.5 px-5 py-3.5" style={{ opacity: 1 - row * 0.16 }}>
      <Skeleton width={`${44 + ((row * 17) % 30)}%`} />
      <Skeleton width="34%" height={10} />
    </div>
  ));
