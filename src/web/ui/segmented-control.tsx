import { useId } from 'react';
import { cx } from './cx.ts';

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
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(
        'inline-flex max-w-full gap-px rounded bg-sunken p-[3px] shadow-[inset_0_0_0_1px_var(--hairline)] max-md:flex max-md:w-full max-md:overflow-x-auto max-md:[scrollbar-width:none]',
        className,
      )}
    >
      {segments.map((segment) => (
        <label
          key={segment.value}
          className={cx(
            'relative inline-flex h-[30px] flex-auto items-center justify-center gap-1.5 rounded-sm px-3 text-13 font-med whitespace-nowrap max-md:h-11 max-md:px-1.5 max-md:text-[0.84375rem]',
            segment.value === value
              ? 'bg-thumb text-ink shadow-[0_0_0_1px_var(--line),0_1px_2px_rgb(0_0_0/5%)]'
              : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={segment.value === value}
            className="absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-sm outline-offset-[-2px]"
            onChange={() => onChange(segment.value)}
            // The page around it has other uses for them.
            onKeyDown={(event) => event.key.startsWith('Arrow') && event.stopPropagation()}
          />
          {segment.label}
          {segment.count != null && (
            <span className="text-12 font-text text-muted tabular-nums max-md:hidden">
              {segment.count.toLocaleString('en-US')}
            </span>
          )}
        </label>
      ))}
    </div>
  );
}
