import { useBusiness } from '../../documents/use-business.ts';
import { reason } from '../../lib/api-error.ts';
import { PageError } from '../../ui/page-error.tsx';
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
import { useDashboard } from './use-dashboard.ts';

/** How the business stands: a sentence, four figures, and what lies behind them. */
export function DashboardView() {
  const phone = useIsPhone();
  const { profile } = useBusiness();
  const { data: figures, error, refetch, dataUpdatedAt, isRefetchError } = useDashboard();
  if (!figures) {
    return error ? (
      <PageError
        title="The dashboard could not be loaded"
        detail={reason(error, '') || undefined}
        onRetry={() => void refetch()}
      />
    ) : (
      <DashboardSkeleton />
    );
  }
  const fresh = isFresh(figures);
  const due = <DuePanel figures={figures} />;
  return (
    <>
      <MoneySentence figures={figures} fresh={fresh} />
      {isRefetchError && (
        <p className={classes.stale} role="alert">
          These figures may be old: newer ones could not be loaded.{' '}
          <button type="button" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      <FirstSteps done={figures.firstSteps} />
      <FiguresStrip figures={figures} />
      {!fresh && (
        <div className={classes.columns}>
          <div>
            {phone && due}
            <CashChart months={figures.months} />
            <RecentInvoices invoices={figures.recentInvoices} />
          </div>
          <div>
            {!phone && due}
            <RecentActivity
              entries={figures.recentActivity}
              timeZone={profile?.timeZone ?? 'UTC'}
              readAt={dataUpdatedAt}
            />
          </div>
        </div>
      )}
    </>
  );
}
