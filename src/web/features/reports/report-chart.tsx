import type { Report, ReportRange } from '../../../shared/reports/report.contract.ts';
import { FiguresChart } from './figures-chart.tsx';
import { BAR_UNITS, chartGroups, DRAWN } from './report-labels.ts';

/** A report's money over its days. */
export function ReportChart({ report }: { report: Report }) {
  const { reportType } = report;
  const unit = BAR_UNITS[String(report.days) as ReportRange] ?? 'day';
  const { title, series } = DRAWN[reportType];
  return (
    <FiguresChart
      title={`${title} by ${unit}`}
      unit={unit}
      series={series}
      currencies={[report, ...report.otherCurrencies]}
      groups={(figures) => chartGroups(reportType, unit, figures)}
    />
  );
}
