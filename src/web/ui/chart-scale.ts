/** The value axis of a bar chart. Its numbers are for drawing alone: sums are never made of them. */
import { currencySign } from '../../shared/money/money.ts';

/** How many steps there may be from the lower to the upper edge. */
const MOST_STEPS = 5;
/** What hangs no deeper than this part of a step gets a margin instead of a step of its own. */
const MARGIN = 0.35;

export interface ChartScale {
  /** Values of the grid lines from the upper edge down, 0 among them. */
  ticks: number[];
  top: number;
  /** Of what is drawn downwards; 0 or less. */
  bottom: number;
}

/**
 * Grid lines at round values (1, 2 or 5 times a power of ten) that hold the highest bar and the
 * longest stem beneath zero.
 */
export function chartScale(highest: number, deepest: number): ChartScale {
  const up = Math.max(highest, 0);
  const down = Math.max(deepest, 0);
  if (up + down === 0) return { ticks: [1_000, 500, 0], top: 1_000, bottom: 0 };
  const { step, above, below } = roundSteps(up, down);
  const ticks = Array.from({ length: above + below + 1 }, (_, index) => (above - index) * step);
  if (below > 0) return { ticks, top: above * step, bottom: -below * step };
  return { ticks, top: above * step, bottom: down > 0 ? -MARGIN * step : 0 };
}

function roundSteps(up: number, down: number) {
  const power = 10 ** Math.floor(Math.log10((up + down) / MOST_STEPS));
  let steps = { step: power, above: 1, below: 0 };
  for (const factor of [1, 2, 5, 10, 20, 50]) {
    const step = factor * power;
    const above = Math.max(Math.ceil(up / step - 1e-9), 1);
    const below = down <= MARGIN * step ? 0 : Math.ceil(down / step - 1e-9);
    steps = { step, above, below };
    if (above + below <= MOST_STEPS) break;
  }
  return steps;
}

/** '$15k', '€2m', '−$500', beside a grid line. */
export function axisMoney(value: number, currency: string): string {
  const size = Math.abs(value);
  const sign = `${value < 0 ? '\u2212' : ''}${currencySign(currency)}`;
  if (size >= 1_000_000) return `${sign}${short(size / 1_000_000)}m`;
  if (size >= 1_000) return `${sign}${short(size / 1_000)}k`;
  return `${sign}${short(size)}`;
}

const short = (value: number) => String(Math.round(value * 100) / 100);

/** About how wide a label under the bars is, in px. */
export const labelWidth = (label: string) => label.length * 6.6;

/**
 * Every how many labels there is room for one, counted from the last, which stands further left
 * where half of it would leave the chart.
 */
export function labelEvery(labels: readonly string[], groupWidth: number): number {
  const longest = Math.max(0, ...labels.map(labelWidth));
  const shift = Math.max(0, (longest - groupWidth) / 2);
  return Math.max(1, Math.ceil((longest + shift + 10) / Math.max(groupWidth, 1)));
}
