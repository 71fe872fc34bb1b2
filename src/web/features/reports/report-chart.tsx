import { useState } from 'react';
import type { Report, ReportRange } from '../../../shared/reports/report.contract.ts';
import { capital } from '../../lib/capital.ts';
import { BarChart, SeriesMark } from '../../ui/bar-chart.tsx';
import { CurrencyChoice } from '../../ui/currency-choice.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import classes from './report-chart.module.css';
import { BAR_UNITS, chartGroups, DRAWN } from './report-labels.ts';

/** A report's money over its days, in one currency. The legend reads out the bar that is pointed at. */
export function ReportChart({ report }: { report: Report }) {
  const phone = useIsPhone();
  const [chosen, setChosen] = useState<number>();
  const currencies = [report, ...report.otherCurrencies];
  const [asked, setAsked] = useState(report.currency);
  const drawn = currencies.find(({ currency }) => currency === asked) ?? report;
  const { reportType } = report;
  const unit = BAR_UNITS[String(report.days) as ReportRange] ?? 'day';
  const { title, series } = DRAWN[reportType];
  const groups = chartGroups(reportType, unit, drawn);
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
    <Panel title={`${title} by ${unit}`} aside={!phone && legend}>
      <div className={classes.chart}>
        <BarChart
          label={`${title} by ${unit}`}
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
