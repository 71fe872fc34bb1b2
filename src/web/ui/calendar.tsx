import type { KeyboardEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { isBusinessDate, nearestBusinessDate } from '../../shared/dates/business-dates.ts';
import type { CalendarDate } from '../../shared/dates/calendar-date.ts';
import { addDays, addMonths, formatDate, monthTitle } from '../../shared/dates/calendar-date.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { IconChevronLeft, IconChevronRight } from './icons.ts';
import { localToday } from './local-today.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

interface Props {
  value: CalendarDate | undefined;
  onPick: (date: CalendarDate) => void;
}

/** A month of days. Arrows move by days and weeks, Page Up and Down by months, Enter picks. */
export function Calendar({ value, onPick }: Props) {
  const today = localToday();
  const [focused, setFocused] = useState(nearestBusinessDate(value ?? today));
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(true);

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  const go = (date: CalendarDate, focus: boolean) => {
    if (!isBusinessDate(date)) return;
    moved.current = focus;
    setFocused(date);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, () => CalendarDate> = {
      ArrowLeft: () => addDays(focused, -1),
      ArrowRight: () => addDays(focused, 1),
      ArrowUp: () => addDays(focused, -7),
      ArrowDown: () => addDays(focused, 7),
      PageUp: () => addMonths(focused, event.shiftKey ? -12 : -1),
      PageDown: () => addMonths(focused, event.shiftKey ? 12 : 1),
      Home: () => addDays(focused, -weekday(focused)),
      End: () => addDays(focused, 6 - weekday(focused)),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    go(step(), true);
  };

  const first = `${focused.slice(0, 7)}-01`;
  const start = addDays(first, -weekday(first));
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => addDays(start, week * 7 + day)),
  ).filter((week) => week.some((date) => date.startsWith(focused.slice(0, 7))));
  const title = monthTitle(focused);

  return (
    <div className="p-2">
      <div className="mb-1.5 flex items-center justify-between">
        <IconButton
          size="sm"
          tooltip={false}
          label="Previous month"
          icon={IconChevronLeft}
          onClick={() => go(addMonths(focused, -1), false)}
        />
        <b aria-live="polite">{title}</b>
        <IconButton
          size="sm"
          tooltip={false}
          label="Next month"
          icon={IconChevronRight}
          onClick={() => go(addMonths(focused, 1), false)}
        />
      </div>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid of days
        role="grid"
        aria-label={title}
        className="border-collapse"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th
                key={day}
                scope="col"
                abbr={day}
                className="h-7 w-9 text-12 font-[500] text-muted"
              >
                {day.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} aria-selected={date === value} className="p-px">
                  <button
                    type="button"
                    disabled={!isBusinessDate(date)}
                    tabIndex={date === focused ? 0 : -1}
                    aria-label={nameDay(date)}
                    aria-current={date === today ? 'date' : undefined}
                    className={cx(
                      'size-[34px] cursor-pointer rounded-sm border-0 p-0 text-13 tabular-nums disabled:cursor-default disabled:bg-transparent disabled:text-faint',
                      date === today && 'shadow-[inset_0_0_0_1px_var(--field)]',
                      date === value
                        ? 'bg-accent font-semi text-on-accent outline-offset-[-3px] focus-visible:outline-on-accent'
                        : 'bg-transparent outline-offset-[-2px] hover:bg-wash-2',
                      date !== value && !date.startsWith(focused.slice(0, 7)) && 'text-faint',
                    )}
                    onClick={() => onPick(date)}
                  >
                    {Number(date.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** 'Sunday, Nov 1, 2026': who speaks to the page says what is seen, which has no zero before it. */
const nameDay = (date: CalendarDate) =>
  `${WEEKDAYS[weekday(date)]}, ${formatDate(date).replace(' 0', ' ')}`;

/** 0 is Sunday. */
function weekday(date: CalendarDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}
