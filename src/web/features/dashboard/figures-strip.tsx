import { Link } from 'react-router';
import type { Dashboard } from '../../../shared/dashboard/dashboard.contract.ts';
import { money } from '../../../shared/money/money.ts';
import { PAYMENTS_NOTE } from '../../../shared/reports/revenue-notes.ts';
import {
  FurtherSums,
  MoneyFigure,
  RatesNote,
  StatNote,
  StatStrip,
  Trend,
} from '../../ui/stat-strip.tsx';
import { useMediaQuery } from '../../ui/use-is-phone.ts';
import {
  formatComparison,
  formatOutstanding,
  formatTrend,
  formatInEachCurrency,
} from './money-labels.ts';

export const FIGURES = ['Total Revenue', 'Outstanding', 'Paid This Month', 'Total Expenses'];

type Figure = 'totalRevenue' | 'outstanding' | 'paidThisMonth' | 'totalExpenses';

/** The four figures in one strip, each leading to what it is made of; beneath, whose rates were used where there are several currencies. */
export function FiguresStrip({ figures }: { figures: Dashboard }) {
  const narrow = useMediaQuery('(max-width: 1279px)');
  const { trends } = figures;
  const { currency, converted } = figures;
  const stat = (label: string, name: Figure, to: string) => {
    const others = formatInEachCurrency(figures, name).filter((each) => each.currency !== currency);
    const about = converted ? money(converted[name], currency) : undefined;
    return {
      label,
      value: (
        <Link className="text-inherit" to={to}>
          <MoneyFigure sum={money(figures[name], currency)} />
        </Link>
      ),
      also: others.length > 0 && <FurtherSums sums={others} about={about} />,
    };
  };
  const yearBefore = narrow ? 'on last year' : 'on the year before';
  return (
    <>
      <StatStrip
        label="Summary"
        figures={[
          {
            ...stat('Total Revenue', 'totalRevenue', '/reports/revenue?basis=cash'),
            below: <Against trend={trends.totalRevenue} moreIs="good" words={yearBefore} />,
          },
          {
            ...stat('Outstanding', 'outstanding', '/reports/receivables'),
            below: formatOutstanding(figures),
          },
          {
            ...stat('Paid This Month', 'paidThisMonth', '/invoices?status=paid'),
            below: (
              <Against
                trend={trends.paidThisMonth}
                moreIs="good"
                words={`on ${formatComparison(figures.comparedWith)}`}
              />
            ),
          },
          {
            ...stat('Total Expenses', 'totalExpenses', '/expenses'),
            below: <Against trend={trends.totalExpenses} moreIs="bad" words={yearBefore} />,
          },
        ]}
      />
      <StatNote>{PAYMENTS_NOTE}</StatNote>
      {converted && <RatesNote date={converted.rateDate} />}
    </>
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
