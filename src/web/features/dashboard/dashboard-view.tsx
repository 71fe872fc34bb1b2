import { useQuery } from '@tanstack/react-query';
import { DEFAULT_TIME_ZONE } from '../../../shared/dates/calendar-date.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { orpc } from '../../lib/api.ts';
import { loadFailure } from '../../lib/api-error.ts';
import { PageError } from '../../ui/page-error.tsx';
import { Part } from '../../ui/part.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { CashChart } from './cash-chart.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import classes from './dashboard-view.module.css';
import { DuePanel } from './due-panel.tsx';
import { FiguresStrip } from './figures-strip.tsx';
import { FirstSteps } from './first-steps.tsx';
import { MoneySentence } from './money-sentence.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { RecentInvoices } from './recent-invoices.tsx';
import { isFresh } from './steps.ts';

/** Customers pay and days pass without anybody here doing anything: after this it is read again. */
const FRESH_FOR = 30_000;

export const dashboardQuery = orpc.dashboard.get.queryOptions({ staleTime: FRESH_FOR });

/** How the business stands: a sentence, four figures, and what lies behind them. */
export function DashboardView() {
  const phone = useIsPhone();
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
  return (
    <>
      <Part name="What you are owed">
        <MoneySentence figures={figures} fresh={fresh} />
      </Part>
      {isRefetchError && (
        <p className={classes.stale} role="alert">
          These figures may be old: newer ones could not be loaded.{' '}
          <button type="button" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      <FirstSteps done={figures.firstSteps} />
      <Part name="The summary">
        <FiguresStrip figures={figures} />
      </Part>
      {!fresh && (
        <div className={classes.columns}>
          <div>
            {phone && due}
            <Part name="Cash by month">
              <CashChart figures={figures} />
            </Part>
            <Part name="Recent invoices">
              <RecentInvoices invoices={figures.recentInvoices} />
            </Part>
          </div>
          <div>
            {!phone && due}
            <Part name="Recent activity">
              <RecentActivity
                entries={figures.recentActivity}
                timeZone={profile?.timeZone ?? DEFAULT_TIME_ZONE}
                readAt={dataUpdatedAt}
              />
            </Part>
          </div>
        </div>
      )}
    </>
  );
}
