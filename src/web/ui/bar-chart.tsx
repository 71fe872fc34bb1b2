import { cx } from './cx.ts';
import { makeLater } from './later.ts';

/** Outlined is expected, filled has happened; 'out' is what is spent. */
export type BarTone = 'outline' | 'main' | 'pale' | 'out';

export interface ChartSeries {
  name: string;
  tone: BarTone;
  /** Drawn as a thin stem beneath zero. */
  beneath?: boolean;
}

export interface ChartGroup {
  key: string;
  /** Under the bars. */
  label: string;
  /** Its name in full, for readers. */
  name: string;
  /** One for each series, as it is drawn; NaN, for what is not known, as nothing. */
  values: readonly number[];
  /** The same in words, to the cent. */
  words: readonly string[];
}

export interface BarChartProps {
  /** What it shows, for readers. */
  label: string;
  /** Width of one group in words: 'Month', 'Week'. */
  unit: string;
  /** Of all the amounts. */
  currency: string;
  series: readonly ChartSeries[];
  groups: readonly ChartGroup[];
  height: number;
  /** The widest that a bar gets. */
  barWidth: number;
  /** The group that is pointed at or chosen by key. */
  chosen: number | undefined;
  onChoose: (index: number | undefined) => void;
}

const useDrawing = makeLater(() => import('./bar-chart-drawing.tsx'));

/**
 * Bars over time. There is no tooltip: what is pointed at, tapped or reached by the arrow keys is
 * told to the owner of the chart, who reads it out where it covers nothing. Readers have a table.
 * It is drawn after what can be read at once, in a place that is kept for it.
 */
export function BarChart(props: BarChartProps) {
  const drawing = useDrawing(true);
  return (
    <div style={{ height: props.height }}>{drawing && <drawing.BarChartDrawing {...props} />}</div>
  );
}

const MARKS: Record<BarTone, string> = {
  outline: 'border-chart-outline bg-chart-wash',
  main: 'border-chart-main bg-chart-main forced-color-adjust-none',
  pale: 'border-chart-outline bg-chart-outline forced-color-adjust-none',
  out: 'border-chart-out bg-chart-out forced-color-adjust-none',
};

/** The square that stands for a series in a legend. */
export function SeriesMark({ tone }: { tone: BarTone }) {
  return (
    <i
      className={cx('size-2.5 flex-none rounded-[2px] border-[1.5px]', MARKS[tone])}
      aria-hidden="true"
    />
  );
}
