import type { RefObject } from 'react';
import { useEffect, useId, useRef } from 'react';
import { cx } from './cx.ts';

export interface Segment<T extends string> {
  value: T;
  label: string;
  /** Shown muted behind the label. */
  count?: number | undefined;
}

const FADE_PX = 36;

interface Props<T extends string> {
  label: string;
  segments: readonly Segment<T>[];
  value: T;
  onChange: (value: T) => void;
  className?: string | undefined;
}

/** One of a few: a group of radios where the arrows move the choice, and which scrolls where it is narrow. */
export function SegmentedControl<T extends string>({
  label,
  segments,
  value,
  onChange,
  className,
}: Props<T>) {
  const name = useId();
  const strip = useRef<HTMLDivElement>(null);
  useFadedEnds(strip, segments, value);
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(
        'inline-flex max-w-full rounded bg-sunken shadow-[inset_0_0_0_1px_var(--hairline)] max-md:flex max-md:w-full',
        className,
      )}
    >
      <div ref={strip} className={STRIP}>
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
    </div>
  );
}

/** At an end behind which there is more, what is cut fades away. */
const STRIP =
  'flex min-w-0 flex-auto gap-px overflow-x-auto rounded p-[3px] [scrollbar-width:none] data-before:[--before:36px] data-after:[--after:36px] [mask-image:linear-gradient(to_right,transparent,#000_var(--before,0px),#000_calc(100%-var(--after,0px)),transparent)]';

/** Marks the ends of a strip behind which there is more, and brings what is chosen into sight. */
function useFadedEnds(
  strip: RefObject<HTMLDivElement | null>,
  segments: readonly unknown[],
  value: string,
): void {
  useEffect(() => {
    const box = strip.current;
    if (!box) return undefined;
    const mark = () => {
      const { scrollLeft, clientWidth, scrollWidth } = box;
      box.toggleAttribute('data-before', scrollLeft > 1);
      box.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1);
    };
    const chosen = box.querySelector(':checked')?.closest('label');
    if (chosen) {
      const { left, right } = chosen.getBoundingClientRect();
      const edges = box.getBoundingClientRect();
      const [before, after] = [left - edges.left - FADE_PX, right - edges.right + FADE_PX];
      if (before < 0 || after > 0) box.scrollBy({ left: before < 0 ? before : after });
    }
    mark();
    const watched = new ResizeObserver(mark);
    for (const each of [box, ...box.children]) watched.observe(each);
    box.addEventListener('scroll', mark, { passive: true });
    return () => {
      watched.disconnect();
      box.removeEventListener('scroll', mark);
    };
  }, [strip, segments.length, value]);
}
