import { IconCalendar } from '@tabler/icons-react';
import type { Report, ReportRange, ReportType } from '../../../shared/reports/report.contract.ts';
import {
  REPORT_LABELS,
  REPORT_RANGE_LABELS,
  REPORT_RANGES,
  REPORT_TYPES,
} from '../../../shared/reports/report.contract.ts';
import { loadFailure } from '../../lib/api-error.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Part } from '../../ui/part.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { StatStripSkeleton } from '../../ui/stat-strip.tsx';
import { SelectField } from '../../ui/text-field.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { ExportButton } from './export-button.tsx';
import { exportReport } from './export-report.ts';
import { FiguresChart } from './figures-chart.tsx';
import { BAR_UNITS, chartGroups, DRAWN, hasBars, ROWS_ARE } from './report-labels.ts';
import { ReportNav } from './report-nav.tsx';
import { ReportRows, ReportRowsSkeleton } from './report-rows.tsx';
import classes from './report-view.module.css';
import { CARDS, SummaryCards } from './summary-cards.tsx';
import { useReport } from './use-report.ts';

const TYPES = REPORT_TYPES.map((value) => ({ value, label: REPORT_LABELS[value] }));
const RANGES = REPORT_RANGES.map((value) => ({ value, label: REPORT_RANGE_LABELS[value] }));

interface Props {
  type: ReportType;
  range: ReportRange;
  onType: (type: ReportType) => void;
  onRange: (range: ReportRange) => void;
}

/** One of four reports over one of four ranges: figures, chart, rows and their file. */
export function ReportView({ type, range, onType, onRange }: Props) {
  const phone = useIsPhone();
  const report = useReport(type, range);
  return (
    <>
      <ReportNav />
      <div className={classes.bar}>
        {phone ? (
          <SelectField
            label="Report type"
            labelHidden
            className={classes.type}
            options={TYPES}
            value={type}
            onChange={(event) => onType(event.target.value as ReportType)}
          />
        ) : (
          <SegmentedControl label="Report type" segments={TYPES} value={type} onChange={onType} />
        )}
        <SelectField
          label="Date range"
          labelHidden
          className={classes.range}
          icon={IconCalendar}
          options={RANGES}
          value={range}
          onChange={(event) => onRange(event.target.value as ReportRange)}
        />
        <ExportButton
          save={() => exportReport(type, range)}
          empty={report.data?.pages[0]?.itemCount === 0}
        />
      </div>
      <ReportBody type={type} report={report} phone={phone} />
    </>
  );
}

function ReportBody({
  type,
  report,
  phone,
}: {
  type: ReportType;
  report: ReturnType<typeof useReport>;
  phone: boolean;
}) {
  const pages = report.data?.pages ?? [];
  const [first] = pages;
  if (!first) {
    return report.isError ? (
      <PageError title="The report could not be loaded" {...loadFailure(report)} />
    ) : (
      <div className={classes.parts} aria-busy="true">
        <StatStripSkeleton labels={CARDS[type]} />
        <div className={classes.card} style={{ height: 302 }} />
        <div className={classes.card}>
          <ReportRowsSkeleton type={type} />
        </div>
      </div>
    );
  }
  return (
    <div className={classes.parts}>
      <Part name="The summary">
        <SummaryCards report={first} />
      </Part>
      <Part name="The chart">
        {[first, ...first.otherCurrencies].some(({ buckets }) => hasBars(type, buckets)) && (
          <ReportChart key={`${type} ${first.days}`} report={first} />
        )}
      </Part>
      {first.itemCount === 0 ? (
        <EmptyState title="No data available">
          There are no records for the selected report type and date range.
        </EmptyState>
      ) : (
        <div className={classes.card}>
          {ROWS_ARE[type] && <p className={classes.about}>{ROWS_ARE[type]}</p>}
          <Part name="The rows of this report">
            <ReportRows
              pages={pages}
              complete={!report.hasNextPage}
              busy={report.isPlaceholderData}
              phone={phone}
            />
          </Part>
        </div>
      )}
      <LoadMore list={report} />
    </div>
  );
}

/** A report's money over its days. */
function ReportChart({ report }: { report: Report }) {
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
