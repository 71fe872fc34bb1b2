import { useSearchParams } from 'react-router';
import type { ReportRange, ReportType } from '../../shared/reports/report.contract.ts';
import { REPORT_RANGES, REPORT_TYPES } from '../../shared/reports/report.contract.ts';
import { ReportView } from '../features/reports/report-view.tsx';

const DEFAULT_TYPE: ReportType = 'revenue';
const DEFAULT_RANGE: ReportRange = '30';

/** Type and range stand in the address, so that Back and links lead to the same report. */
export function ReportsPage() {
  const [params, setParams] = useSearchParams();
  const type = REPORT_TYPES.find((known) => known === params.get('type')) ?? DEFAULT_TYPE;
  const range = REPORT_RANGES.find((known) => known === params.get('range')) ?? DEFAULT_RANGE;
  const change = (name: string, value: string, usual: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === usual) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <ReportView
      type={type}
      range={range}
      onType={(next) => change('type', next, DEFAULT_TYPE)}
      onRange={(next) => change('range', next, DEFAULT_RANGE)}
    />
  );
}
