import { useMediaQuery } from '@mantine/hooks';
import type { Dashboard } from '../../../shared/dashboard/dashboard.contract.ts';
import { MoneyFigure, StatStrip, Trend } from '../../ui/stat-strip.tsx';
import { formatComparison, formatOutstanding, formatTrend } from './money-labels.ts';

export const FIGURES = ['Total Revenue', 'Outstanding', 'Paid This Month', 'Total Expenses'];

/** The four figures in one strip. */
export function FiguresStrip({ figures }: { figures: Dashboard }) {
  const narrow = useMediaQuery('(max-width: 1279px)', undefined, {
    getInitialValueInEffect: false,
  });
  const { trends } = figures;
  const yearBefore = narrow ? 'on last year' : 'on the year before';
  return (
    <StatStrip
      label="Summary"
      figures={[
        {
          label: 'Total Revenue',
          value: <MoneyFigure amount={figures.totalRevenue} />,
          below: <Against trend={trends.totalRevenue} moreIs="good" words={yearBefore} />,
        },
        {
          label: 'Outstanding',
          value: <MoneyFigure amount={figures.outstanding} />,
          below: formatOutstanding(figures),
        },
        {
          label: 'Paid This Month',
          value: <MoneyFigure amount={figures.paidThisMonth} />,
          below: (
            <Against
              trend={trends.paidThisMonth}
              moreIs="good"
              words={`on ${formatComparison(figures.comparedWith)}`}
            />
          ),
        },
        {
          label: 'Total Expenses',
          value: <MoneyFigure amount={figures.totalExpenses} />,
          below: <Against trend={trends.totalExpenses} moreIs="bad" words={yearBefore} />,
        },
      ]}
    />
  );
}

interface AgainstProps {
  trend: { percent: string } | null;
  moreIs: 'good' | 'bad';
  words: string;
}

function Against({ trend, moreIs, words }: AgainstProps) {
  const said = formatTrend(trend, moreIs);
  return said && <Trend {...said}>{words}</Trend>;
}
