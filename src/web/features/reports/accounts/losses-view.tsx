import { useQuery } from '@tanstack/react-query';
import { isZero } from '../../../../shared/money/decimal.ts';
import { money } from '../../../../shared/money/money.ts';
import { lostAmount } from '../../../../shared/reports/account-report.contract.ts';
import { LINE_LABELS, LOSS_LINES } from '../../../../shared/reports/reconciliation-lines.ts';
import { orpc } from '../../../lib/api.ts';
import type { BarTone } from '../../../ui/bar-chart.tsx';
import { StatStrip } from '../../../ui/stat-strip.tsx';
import { FiguresChart } from '../figures-chart.tsx';
import { ReportCard } from '../report-body.tsx';
import { readBars } from '../report-labels.ts';
import { sumStat } from '../sums.tsx';
import { EntriesList } from './entries-list.tsx';
import { PeriodReport, usePeriod } from './period-report.tsx';
import { stepNames } from './period.ts';

const TONES: Record<(typeof LOSS_LINES)[number], BarTone> = {
  written_off: 'out',
  refunded: 'main',
  reversed: 'pale',
  adjusted: 'outline',
};

/** What was given up, given back or undone. */
export function LossesView() {
  const used = usePeriod('this-year');
  const query = useQuery(orpc.reports.writeOffs.queryOptions({ input: used.range, ...used.asked }));
  return (
    <PeriodReport
      used={used}
      file="write-offs"
      query={query}
      figures={LOSS_LINES.map((line) => LINE_LABELS[line])}
      empty="Nothing was written off, refunded or undone in this period."
    >
      {({ from, to, currencies }) => {
        const drawn = LOSS_LINES.filter((line) => currencies.some((each) => !isZero(each[line])));
        return (
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
            <FiguresChart
              title="Write-offs and refunds by month"
              unit="month"
              series={drawn.map((line) => ({ name: LINE_LABELS[line], tone: TONES[line] }))}
              currencies={currencies}
              groups={({ currency, months }) =>
                months.map((month) => ({
                  key: month.from,
                  ...stepNames(month, 'month', to),
                  ...readBars(
                    drawn.map((line) => month[line]),
                    currency,
                  ),
                }))
              }
            />
            <ReportCard>
              <EntriesList
                label="Write-offs and refunds"
                range={{ from, to }}
                line="losses"
                readAmount={lostAmount}
              />
            </ReportCard>
          </>
        );
      }}
    </PeriodReport>
  );
}
