import type { KeyboardEvent, PointerEvent } from 'react';
import { useCallback, useState } from 'react';
import classes from './bar-chart.module.css';
import type { BarChartProps, ChartGroup, ChartSeries } from './bar-chart.tsx';
import type { ChartScale } from './chart-scale.ts';
import { axisMoney, chartScale, labelEvery, labelWidth } from './chart-scale.ts';
import { cx } from './cx.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const TOP = 10;
const FOOT = 26;
const STEM = 8;

/** The bars, and the same as a table for readers. */
export function BarChartDrawing(props: BarChartProps) {
  const { label, unit, series, groups, height, chosen, onChoose } = props;
  const { ref, width } = useWidth();
  const last = groups.length - 1;
  const at = chosen ?? last;

  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: Math.max(at - 1, 0),
      ArrowDown: Math.max(at - 1, 0),
      ArrowRight: Math.min(at + 1, last),
      ArrowUp: Math.min(at + 1, last),
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onChoose(to);
  };
  const geometry = width > 0 ? measure(props, width) : undefined;
  const point = (event: PointerEvent<HTMLElement>) => {
    if (!geometry) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - geometry.left;
    const index = Math.floor(x / geometry.group);
    onChoose(index < 0 || index > last ? undefined : index);
  };
  const group = groups[at];
  return (
    <div className={classes.chart}>
      <div
        ref={ref}
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={`${label}: ${unit.toLowerCase()}`}
        aria-valuemin={1}
        aria-valuemax={groups.length}
        aria-valuenow={at + 1}
        aria-valuetext={group && spoken(group, series)}
        onKeyDown={onKeyDown}
        onBlur={() => onChoose(undefined)}
        onPointerDown={point}
        onPointerMove={(event) => event.pointerType !== 'touch' && point(event)}
        onPointerLeave={(event) => event.pointerType !== 'touch' && onChoose(undefined)}
      >
        {geometry && (
          <svg width={width} height={height} aria-hidden="true">
            <Grid geometry={geometry} />
            {groups.map((each, index) => (
              <Group
                key={each.key}
                geometry={geometry}
                series={series}
                group={each}
                index={index}
                chosen={index === chosen}
                strong={index === at}
                labelled={
                  index === chosen ||
                  ((last - index) % geometry.every === 0 && !crowds(index, chosen, geometry.every))
                }
              />
            ))}
          </svg>
        )}
      </div>
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{unit}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(({ key, name, words }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {words.map((word, index) => (
                  <td key={series[index]?.name ?? word}>{word}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  );
}

/** How wide an element is within its frame, in px; 0 until it is drawn. */
function useWidth() {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

const spoken = ({ name, words }: ChartGroup, series: readonly ChartSeries[]) =>
  `${name}: ${series.map((one, index) => `${one.name} ${words[index] ?? ''}`).join(', ')}`;

/** Where labels are left out, one beside the chosen label makes room for it. */
const crowds = (index: number, chosen: number | undefined, every: number) =>
  every > 1 && chosen !== undefined && index !== chosen && Math.abs(index - chosen) < every;

interface Geometry {
  currency: string;
  width: number;
  height: number;
  left: number;
  /** Width of a group. */
  group: number;
  scale: ChartScale;
  y: (value: number) => number;
  bar: number;
  every: number;
}

function measure(
  { series, groups, height, barWidth, currency }: BarChartProps,
  width: number,
): Geometry {
  const extreme = (beneath: boolean) =>
    Math.max(
      0,
      ...groups.flatMap(({ values }) =>
        values
          .map((value) => value || 0)
          .filter((_, index) => (series[index]?.beneath ?? false) === beneath),
      ),
    );
  const scale = chartScale(extreme(false), extreme(true));
  const widest = Math.max(...scale.ticks.map((tick) => axisMoney(tick, currency).length));
  const left = Math.max(44, widest * 7.2 + 14);
  const group = (width - left) / Math.max(groups.length, 1);
  const span = height - FOOT - TOP;
  const columns = series.filter(({ beneath }) => !beneath).length;
  return {
    currency,
    width,
    height,
    left,
    group,
    scale,
    y: (value) => TOP + ((scale.top - value) / (scale.top - scale.bottom)) * span,
    bar: Math.max(3, Math.min(barWidth, (group * 0.54) / columns)),
    every: labelEvery(
      groups.map(({ label }) => label),
      group,
    ),
  };
}

function Grid({ geometry: { scale, left, width, y, currency } }: { geometry: Geometry }) {
  return scale.ticks.map((tick) => (
    <g key={tick}>
      <line
        className={tick === 0 ? classes.zero : classes.grid}
        x1={left}
        x2={width}
        y1={Math.round(y(tick)) + 0.5}
        y2={Math.round(y(tick)) + 0.5}
      />
      <text x={left - 10} y={y(tick) + 4} textAnchor="end">
        {axisMoney(tick, currency)}
      </text>
    </g>
  ));
}

interface GroupProps {
  geometry: Geometry;
  series: readonly ChartSeries[];
  group: ChartGroup;
  index: number;
  chosen: boolean;
  strong: boolean;
  labelled: boolean;
}

function Group({ geometry, series, group, index, chosen, strong, labelled }: GroupProps) {
  const { left, bar, y, height } = geometry;
  const middle = left + (index + 0.5) * geometry.group;
  const columns = series.filter(({ beneath }) => !beneath);
  const gap = columns.length > 1 ? 2 : 0;
  const start = middle - (columns.length * bar + (columns.length - 1) * gap) / 2;
  const zero = y(0);
  return (
    <g>
      {chosen && (
        <rect
          className={classes.ground}
          x={middle - geometry.group / 2 + Math.min(2, geometry.group * 0.1)}
          y={TOP - 4}
          width={Math.max(geometry.group - 4, geometry.group * 0.8)}
          height={height - FOOT - TOP + 6}
          rx={4}
        />
      )}
      {series.map(({ name, tone, beneath }, place) => {
        const value = group.values[place] || 0;
        if (value <= 0) return null;
        const size = Math.max(Math.abs(y(beneath ? -value : value) - zero), 2);
        if (beneath) {
          const stem = Math.min(STEM, bar * 0.8);
          const path = hanging(middle - stem / 2, zero + 1, stem, Math.max(size - 1, 2));
          return <path key={name} className={classes[tone]} d={path} />;
        }
        const inset = tone === 'outline' ? 0.75 : 0;
        const x = start + columns.findIndex((column) => column.name === name) * (bar + gap);
        const path = standing(x + inset, zero, bar - 2 * inset, size - inset, inset === 0);
        return <path key={name} className={classes[tone]} d={path} />;
      })}
      {labelled && (
        <text
          className={cx(strong && classes.strong)}
          x={Math.min(middle, geometry.width - labelWidth(group.label) / 2)}
          y={height - 6}
          textAnchor="middle"
        >
          {group.label}
        </text>
      )}
    </g>
  );
}

/** A bar with round upper corners; one that is only outlined stands open on the zero line. */
function standing(x: number, zero: number, width: number, size: number, closed: boolean): string {
  const r = Math.min(2, size, width / 2);
  return `M${x} ${zero}V${zero - size + r}q0-${r} ${r}-${r}h${width - 2 * r}q${r} 0 ${r} ${r}V${zero}${closed ? 'z' : ''}`;
}

/** A stem with round lower corners. */
function hanging(x: number, top: number, width: number, size: number): string {
  const r = Math.min(2, size, width / 2);
  return `M${x} ${top}v${size - r}q0 ${r} ${r} ${r}h${width - 2 * r}q${r} 0 ${r}-${r}v-${size - r}z`;
}
