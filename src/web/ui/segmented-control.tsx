import type { KeyboardEvent } from 'react';
import { useRef } from 'react';
import { cx } from './cx.ts';
import classes from './segmented-control.module.css';

export interface Segment<T extends string> {
  value: T;
  label: string;
  /** Shown muted behind the label. */
  count?: number | undefined;
}

interface Props<T extends string> {
  label: string;
  segments: readonly Segment<T>[];
  value: T;
  onChange: (value: T) => void;
  className?: string | undefined;
}

/** One of a few, all in view: a group of radios where the arrows move the choice. */
export function SegmentedControl<T extends string>({
  label,
  segments,
  value,
  onChange,
  className,
}: Props<T>) {
  const group = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = segments.findIndex((segment) => segment.value === value);
    const index = (at + step + segments.length) % segments.length;
    const next = segments[index];
    if (!next) return;
    onChange(next.value);
    group.current?.querySelectorAll<HTMLElement>('[role=radio]')[index]?.focus();
  };
  return (
    <div ref={group} role="radiogroup" aria-label={label} className={cx(classes.track, className)}>
      {segments.map((segment) => {
        const on = segment.value === value;
        return (
          <button
            key={segment.value}
            type="button"
            role="radio"
            aria-checked={on}
            tabIndex={on ? 0 : -1}
            className={cx(classes.segment, on && classes.on)}
            onClick={() => onChange(segment.value)}
            onKeyDown={move}
          >
            {segment.label}
            {segment.count != null && (
              <span className={classes.count}>{segment.count.toLocaleString('en-US')}</span>
            )}
          </button>
        );
      })}
    </div>
  );
}
