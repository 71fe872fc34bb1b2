import type { Report, ReportType } from '../../../shared/reports/report.contract.ts';
import {
  findBarUnit,
  REPORT_LABELS,
  REPORT_TYPES,
} from '../../../shared/reports/report.contract.ts';
import { loadFailure } from '../../lib/api-error.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DataTableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconCalendar } from '../../ui/icons.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Part } from '../../ui/part.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { SelectField } from '../../ui/text-field.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { PeriodDays } from './accounts/period-report.tsx';
import { exportReport } from './export-report.ts';
import { FiguresChart } from './figures-chart.tsx';
import { OVERVIEW_PERIODS, useOverviewPeriod } from './overview-period.ts';
import { ReportBar } from './report-bar.tsx';
import { NoValidPeriod, ReportCard, ReportParts, ReportSkeleton } from './report-body.tsx';
import { REPORT_LISTS } from './report-columns.tsx';
import { chartGroups, DRAWN, hasBars, ROWS_ARE } from './report-labels.ts';
import { ReportRows } from './report-rows.tsx';
import { CARDS, SummaryCards } from './summary-cards.tsx';
import { useReport } from './use-report.ts';

const TYPES = REPORT_TYPES.map((value) => ({ value, label: REPORT_LABELS[value] }));

interface Props {
  type: ReportType;
  onType: (type: ReportType) => void;
}

/** One of four reports over a range of days: figures, chart, rows and their file. */
export function ReportView({ type, onType }: Props) {
  const phone = useIsPhone();
  const { period, isValid, choose, type: typeDay } = useOverviewPeriod();
  const report = useReport(type, period.asked, isValid);
  return (
    <>
      <ReportBar
        save={() => exportReport(type, period.asked)}
        disabled={!isValid}
        empty={report.data?.pages[0]?.itemCount === 0}
      >
        {phone ? (
          <SelectField
            label="Report type"
            labelHidden
            className="flex-[1_1_100%]"
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
          className="ml-auto w-[178px] max-md:m-0 max-md:w-auto max-md:flex-[1_1_160px]"
          icon={IconCalendar}
          options={OVERVIEW_PERIODS}
          value={period.name}
          onChange={(event) => choose(event.target.value)}
        />
      </ReportBar>
      <PeriodDays period={period} type={typeDay} />
      <OneReport type={type} report={report} />
    </>
  );
}

interface ReportProps {
  type: ReportType;
  report: ReturnType<typeof useReport>;
}

function OneReport({ type, report }: ReportProps) {
  const pages = report.data?.pages ?? [];
  const [first] = pages;
  const columns: readonly Column<never>[] = REPORT_LISTS[type].columns;
  if (!first) {
    if (!report.isError && report.fetchStatus === 'idle') return <NoValidPeriod />;
    return report.isError ? (
      <PageError title="The report could not be loaded" {...loadFailure(report)} />
    ) : (
      <ReportSkeleton figures={CARDS[type]}>
        <ReportCard>
          <DataTableSkeleton columns={columns} rows={8} words="Loading the report..." />
        </ReportCard>
      </ReportSkeleton>
    );
  }
  return (
    <ReportParts busy={false}>
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
        <ReportCard note={ROWS_ARE[type]}>
          <Part name="The rows of this report">
            <ReportRows
              type={type}
              pages={pages}
              complete={!report.hasNextPage}
              busy={report.isPlaceholderData}
            />
          </Part>
        </ReportCard>
      )}
      <LoadMore list={report} />
    </ReportParts>
  );
}

/** A report's money over its days. */
function ReportChart({ report }: { report: Report }) {
  const { reportType } = report;
  const unit = findBarUnit(report.days);
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
