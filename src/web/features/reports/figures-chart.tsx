import { useState } from 'react';
import { capitalize } from '../../../shared/text/capitalize.ts';
import type { ChartGroup, ChartSeries } from '../../ui/bar-chart.tsx';
import { BarChart, SeriesMark } from '../../ui/bar-chart.tsx';
import { CurrencyChoice } from '../../ui/currency-choice.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';

interface Props<Figures extends { currency: string }> {
  title: string;
  /** Of one group of bars: 'month'. */
  unit: string;
  series: readonly ChartSeries[];
  /** The figures of each currency; the first is drawn until another is chosen. */
  currencies: readonly Figures[];
  groups: (figures: Figures) => ChartGroup[];
}

/** Figures as bars, in one currency. The legend reads out the bar that is pointed at. */
export function FiguresChart<Figures extends { currency: string }>({
  title,
  unit,
  series,
  currencies,
  groups: groupsOf,
}: Props<Figures>) {
  const phone = useIsPhone();
  const [chosen, setChosen] = useState<number>();
  const [asked, setAsked] = useState<string>();
  const drawn = currencies.find(({ currency }) => currency === asked) ?? currencies[0];
  if (!drawn) return null;
  const groups = groupsOf(drawn);
  const shown = chosen === undefined ? undefined : groups[chosen];
  const strong = 'font-[560] text-ink tabular-nums';
  const legend = (
    <p className="flex min-h-5 flex-wrap gap-x-4 gap-y-0.5 text-13 text-muted">
      {shown && <b className={strong}>{shown.name}</b>}
      {series.map(({ name, tone }, index) => (
        <span key={name} className="inline-flex items-center gap-[7px]">
          <SeriesMark tone={tone} />
          {name}
          {shown && <b className={strong}>{shown.words[index]}</b>}
        </span>
      ))}
    </p>
  );
  return (
    <Panel title={title} aside={!phone && legend}>
      <div className="px-5 pt-3.5 pb-2.5 max-md:pr-3 max-md:pb-1.5 max-md:pl-2">
        <BarChart
          label={title}
          unit={capitalize(unit)}
          currency={drawn.currency}
          series={series}
          groups={groups}
          height={phone ? 200 : 228}
          barWidth={series.filter(({ beneath }) => !beneath).length > 1 ? 16 : 30}
          chosen={chosen}
          onChoose={setChosen}
        />
      </div>
      {phone && (
        // The read-out needs a second line: nothing moves when it comes.
        <div className={cx('px-4 pt-0.5 pb-3.5', series.length > 1 ? 'min-h-14.5' : 'min-h-9')}>
          {legend}
        </div>
      )}
      <CurrencyChoice currencies={currencies} value={drawn.currency} onChange={setAsked} />
    </Panel>
  );
}
