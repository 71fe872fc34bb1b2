import { useState } from 'react';
import { capital } from '../../lib/capital.ts';
import type { ChartGroup, ChartSeries } from '../../ui/bar-chart.tsx';
import { BarChart, SeriesMark } from '../../ui/bar-chart.tsx';
import { CurrencyChoice } from '../../ui/currency-choice.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import classes from './figures-chart.module.css';

interface Props<Figures extends { currency: string }> {
  title: string;
  /** Of one group of bars: 'month'. */
  unit: string;
  series: readonly ChartSeries[];
  /** The figures of each currency; the first is drawn until another is chosen. */
  currencies: readonly [Figures, ...Figures[]];
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
  const [first] = currencies;
  const [asked, setAsked] = useState(first.currency);
  const drawn = currencies.find(({ currency }) => currency === asked) ?? first;
  const groups = groupsOf(drawn);
  const shown = chosen === undefined ? undefined : groups[chosen];
  const legend = (
    <p className={classes.legend}>
      {shown && <b>{shown.name}</b>}
      {series.map(({ name, tone }, index) => (
        <span key={name}>
          <SeriesMark tone={tone} />
          {name}
          {shown && <b>{shown.words[index]}</b>}
        </span>
      ))}
    </p>
  );
  return (
    <Panel title={title} aside={!phone && legend}>
      <div className={classes.chart}>
        <BarChart
          label={title}
          unit={capital(unit)}
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
        <div className={cx(classes.below, series.length > 1 && classes.twoLines)}>{legend}</div>
      )}
      <CurrencyChoice currencies={currencies} value={drawn.currency} onChange={setAsked} />
    </Panel>
  );
}
