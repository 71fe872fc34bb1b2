import type { ReportRange, ReportType } from '../../shared/reports/report.contract.ts';
import { REPORT_RANGES, REPORT_TYPES } from '../../shared/reports/report.contract.ts';
import { ReportView } from '../features/reports/report-view.tsx';
import { reportQuery } from '../features/reports/use-report.ts';
import type { Preload } from '../lib/preload.ts';
import { useAddressParams } from '../lib/use-address-params.ts';

const DEFAULT_TYPE: ReportType = 'revenue';
const DEFAULT_RANGE: ReportRange = '30';

const readType = (params: URLSearchParams) =>
  REPORT_TYPES.find((known) => known === params.get('type')) ?? DEFAULT_TYPE;
const readRange = (params: URLSearchParams) =>
  REPORT_RANGES.find((known) => known === params.get('range')) ?? DEFAULT_RANGE;

export const preload: Preload = (client, { search }) =>
  client.prefetchInfiniteQuery(reportQuery(readType(search), readRange(search)));

/** Type and range stand in the address, so that Back and links lead to the same report. */
export function Component() {
  const { params, change } = useAddressParams();
  const type = readType(params);
  const range = readRange(params);
  const choose = (name: string, value: string, usual: string) =>
    change({ [name]: value === usual ? null : value }, { push: true });
  return (
    <ReportView
      type={type}
      range={range}
      onType={(next) => choose('type', next, DEFAULT_TYPE)}
      onRange={(next) => choose('range', next, DEFAULT_RANGE)}
    />
  );
}
