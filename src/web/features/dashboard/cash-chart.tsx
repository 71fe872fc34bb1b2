import type { CSSProperties } from 'react';
import { useState } from 'react';
import type { Dashboard, DashboardMonth } from '../../../shared/dashboard/dashboard.contract.ts';
import { monthTitle } from '../../../shared/dates/calendar-date.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import type { ChartSeries } from '../../ui/bar-chart.tsx';
import { BarChart, SeriesMark } from '../../ui/bar-chart.tsx';
import { CurrencyChoice } from '../../ui/currency-choice.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { useIsPhone, useMediaQuery } from '../../ui/use-is-phone.ts';

const SERIES: readonly ChartSeries[] = [
  { name: 'Invoiced', tone: 'outline' },
  { name: 'Paid', tone: 'main' },
  { name: 'Expenses', tone: 'out', beneath: true },
];
const ON_PHONE = 6;
/** Characters of three figures for which the head has room beside its title. */
const IN_HEAD = 30;

/** Invoiced, paid and spent, month by month, in one currency. The head reads out the month that is pointed at. */
export function CashChart({ figures }: { figures: Dashboard }) {
  const currencies = [figures, ...figures.otherCurrencies];
  const [asked, setAsked] = useState(figures.currency);
  const { currency, months } = currencies.find((each) => each.currency === asked) ?? figures;
  const phone = useIsPhone();
  const small = useMediaQuery('(max-width: 1359px)');
  const [chosen, setChosen] = useState<number>();
  const shown = phone ? months.slice(-ON_PHONE) : months;
  const current = shown.length - 1;
  const month = shown[chosen ?? current];
  if (!month) return null;
  // A head that is too narrow for four figures has the month alone, and the figures stand beneath:
  // those of every month, for nothing may move while one points at them.
  const narrow = small || countCharacters(shown, currency) > IN_HEAD;
  const [name = '', year] = monthTitle(month.month).split(' ');
  const thisYear = shown[current]?.month.slice(0, 4);
  const title = year === thisYear ? name : `${name} ${year}`;
  const now = (chosen ?? current) === current;
  const pair = 'inline-flex items-center gap-[7px]';
  const values = SERIES.map(({ name: series, tone }, index) => (
    <span key={series} className={narrow ? '@container' : pair}>
      <span className={pair}>
        <SeriesMark tone={tone} />
        {series}
      </span>
      <Sum sum={money(amounts(month)[index] ?? '0', currency)} beneath={narrow} />
    </span>
  ));
  return (
    <Panel
      title="Cash by month"
      aside={
        narrow ? (
          <span className="text-13 text-muted">{now ? `${name} so far` : title}</span>
        ) : (
          <p className="flex items-center gap-5 text-13 whitespace-nowrap text-muted">
            <b className="pr-1 font-[560] text-ink tabular-nums">{title}</b>
            {values}
          </p>
        )
      }
    >
      <div className="px-5 pt-4 pb-2.5 max-md:pt-3.5 max-md:pr-3 max-md:pb-1.5 max-md:pl-2">
        <BarChart
          label="Invoiced, paid and expenses by month"
          unit="Month"
          currency={currency}
          series={SERIES}
          height={phone ? 210 : 296}
          barWidth={14}
          groups={shown.map((each) => ({
            key: each.month,
            label: monthTitle(each.month).slice(0, 3),
            name: monthTitle(each.month),
            // Only the height of a bar: the words carry the cents.
            values: amounts(each).map(Number),
            words: amounts(each).map((amount) => formatMoney(money(amount, currency))),
          }))}
          chosen={chosen}
          onChoose={setChosen}
        />
      </div>
      {narrow && (
        <div className="grid grid-cols-3 gap-2.5 px-5 pb-4 text-13 text-muted max-md:px-4">
          {values}
        </div>
      )}
      <CurrencyChoice currencies={currencies} value={currency} onChange={setAsked} />
    </Panel>
  );
}

/** Beneath, a sum that is too long for its third is set smaller. */
function Sum({ sum, beneath }: { sum: Money; beneath: boolean }) {
  const text = formatMoney(sum);
  return (
    <b
      className={cx(
        'text-ink tabular-nums',
        beneath
          ? 'mt-0.5 block text-[length:min(var(--fs-15),100cqi/(var(--characters)*0.58))] leading-[22px] font-[580]'
          : 'font-[560]',
      )}
      style={{ '--characters': text.length } as CSSProperties}
    >
      {text}
    </b>
  );
}

/** Of the longest figure of each series. */
function countCharacters(months: readonly DashboardMonth[], currency: string): number {
  const lengths = SERIES.map((_, index) =>
    Math.max(
      ...months.map((month) => formatMoney(money(amounts(month)[index] ?? '0', currency)).length),
    ),
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}

const amounts = ({ invoiced, paid, expenses }: DashboardMonth) => [invoiced, paid, expenses];
