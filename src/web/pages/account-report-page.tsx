import { useParams } from 'react-router';
import type { AccountReport } from '../../shared/reports/account-reports.ts';
import { ACCOUNT_REPORTS } from '../../shared/reports/account-reports.ts';
import { LossesView } from '../features/reports/accounts/losses-view.tsx';
import { ReceivablesView } from '../features/reports/accounts/receivables-view.tsx';
import { ReconciliationView } from '../features/reports/accounts/reconciliation-view.tsx';
import { RevenueView } from '../features/reports/accounts/revenue-view.tsx';
import { TaxesView } from '../features/reports/accounts/taxes-view.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const VIEWS: Record<AccountReport, () => React.JSX.Element> = {
  receivables: ReceivablesView,
  revenue: RevenueView,
  taxes: TaxesView,
  'write-offs': LossesView,
  reconciliation: ReconciliationView,
};

/** One of the reports on customers' accounts; its choices stand in the address. */
export function Component() {
  const { report } = useParams();
  const known = ACCOUNT_REPORTS.find((each) => each === report);
  if (!known) return <NotFoundPage />;
  const View = VIEWS[known];
  return <View />;
}
