import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isZero } from '../../../../shared/money/decimal.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import type { Losses } from '../../../../shared/reports/account-report.contract.ts';
import { lostAmount } from '../../../../shared/reports/account-report.contract.ts';
import { LINE_LABELS, LOSS_LINES } from '../../../../shared/reports/reconciliation-lines.ts';
import { orpc } from '../../../lib/api.ts';
import type { BarTone, ChartGroup } from '../../../ui/bar-chart.tsx';
import { StatStrip } from '../../../ui/stat-strip.tsx';
import { FiguresChart } from '../figures-chart.tsx';
import { EntriesList } from './entries-list.tsx';
import { stepNames } from './period.ts';
import { PeriodBar } from './period-bar.tsx';
import { FRESH_FOR, ReportBody, ReportCard } from './report-body.tsx';
import { isFilled, sumStat } from './sums.tsx';
import { usePeriod } from './use-period.ts';

const TONES: Record<(typeof LOSS_LINES)[number], BarTone> = {
  written_off: 'out',
  refunded: 'main',
  reversed: 'pale',
  adjusted: 'outline',
};
const SERIES = LOSS_LINES.map((line) => ({ name: LINE_LABELS[line], tone: TONES[line] }));

/** What was given up, given back or undone. */
export function LossesView() {
  const used = usePeriod('this-year');
  const query = useQuery(
    orpc.reports.writeOffs.queryOptions({
      input: used.range,
      enabled: used.valid,
      placeholderData: keepPreviousData,
      staleTime: FRESH_FOR,
    }),
  );
  return (
    <>
      <PeriodBar used={used} file="write-offs" empty={query.data?.currencies.length === 0} />
      <ReportBody
        query={query}
        figures={LOSS_LINES.map((line) => LINE_LABELS[line])}
        isEmpty={({ currencies }) => currencies.length === 0}
        empty="Nothing was written off, given back or undone in this period."
      >
        {({ from, to, currencies }) => (
          <>
            <StatStrip
              label="Summary"
              figures={LOSS_LINES.map((line) =>
                sumStat(
                  LINE_LABELS[line],
                  currencies.map((each) => money(each[line], each.currency)),
                ),
              )}
            />
            {isFilled(currencies) && (
              <FiguresChart
                title="Write-offs and refunds by month"
                unit="month"
                series={SERIES.filter((_series, place) =>
                  currencies.some((each) => !isZero(each[LOSS_LINES[place] ?? 'refunded'])),
                )}
                currencies={currencies}
                groups={(figures) => monthGroups(figures, currencies, to)}
              />
            )}
            <ReportCard>
              <EntriesList
                label="Write-offs and refunds"
                range={{ from, to }}
                line="losses"
                formatAmount={lostAmount}
              />
            </ReportCard>
          </>
        )}
      </ReportBody>
    </>
  );
}

function monthGroups(
  { currency, months }: Losses['currencies'][number],
  all: Losses['currencies'],
  lastDay: string,
): ChartGroup[] {
  const lines = LOSS_LINES.filter((line) => all.some((each) => !isZero(each[line])));
  return months.map((month) => ({
    key: month.from,
    ...stepNames(month, 'month', lastDay),
    // Only the height of a bar: the words carry the cents.
    values: lines.map((line) => Number(month[line])),
    words: lines.map((line) => formatMoney(money(month[line], currency))),
  }));
}
