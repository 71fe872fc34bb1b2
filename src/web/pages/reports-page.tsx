import type { ReportType } from '../../shared/reports/report.contract.ts';
import { REPORT_TYPES } from '../../shared/reports/report.contract.ts';
import { readOverviewPeriod } from '../features/reports/overview-period.ts';
import { ReportView } from '../features/reports/report-view.tsx';
import { reportQuery } from '../features/reports/use-report.ts';
import type { Preload } from '../lib/preload.ts';
import { useAddressParams } from '../lib/use-address-params.ts';
import { localToday } from '../ui/local-today.ts';

const DEFAULT_TYPE: ReportType = 'revenue';

const readType = (params: URLSearchParams) =>
  REPORT_TYPES.find((known) => known === params.get('type')) ?? DEFAULT_TYPE;

export const preload: Preload = (client, { search }) => {
  const { asked, faults } = readOverviewPeriod(search, localToday());
  // Which days a calendar period has depends on the business's day, which the page knows.
  if (search.has('period') || Object.keys(faults).length > 0) return Promise.resolve();
  return client.prefetchInfiniteQuery(reportQuery(readType(search), asked));
};

/** Type and days stand in the address, so that Back and links lead to the same report. */
export function Component() {
  const { params, change } = useAddressParams();
  return (
    <ReportView
      type={readType(params)}
      onType={(next) => change({ type: next === DEFAULT_TYPE ? null : next }, { push: true })}
    />
  );
}
