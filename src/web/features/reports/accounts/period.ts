import type { CalendarDate, DateRange } from '../../../../shared/dates/calendar-date.ts';
import {
  addMonths,
  endOfMonth,
  monthTitle,
  startOfMonth,
} from '../../../../shared/dates/calendar-date.ts';
import type { PeriodName } from '../../../../shared/dates/named-periods.ts';
import { isPeriodName, MONTHS, resolvePeriod } from '../../../../shared/dates/named-periods.ts';
import { periodQuery } from '../../../../shared/reports/account-report.contract.ts';

export const OTHER_PERIOD = 'other';

export interface ChosenPeriod {
  name: PeriodName | typeof OTHER_PERIOD;
  /** As typed, where it is not one of those above. */
  from: string;
  to: string;
  faults: { from?: string; to?: string };
}

/** What the address says of a period: a name, or two days. */
export function readPeriod(
  params: URLSearchParams,
  usual: PeriodName,
  today: CalendarDate,
): ChosenPeriod {
  const [from, to] = [params.get('from'), params.get('to')];
  if (from === null && to === null) {
    const asked = params.get('period') ?? usual;
    const name = isPeriodName(asked) ? asked : usual;
    return { name, ...resolvePeriod(name, today), faults: {} };
  }
  const typed = { from: from ?? '', to: to ?? '' };
  const { error } = periodQuery.safeParse(typed);
  const faults = Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
  );
  return { name: OTHER_PERIOD, ...typed, faults };
}

/**
 * 'Nov', or 'Q4', or '2026', with its year where the one before differs; the whole name; and one for
 * narrow places: 'Nov 2026'.
 */
export function stepNames(
  { from, to }: DateRange,
  step: keyof typeof MONTHS,
  lastDay: CalendarDate,
): { label: string; name: string; short: string } {
  const year = from.slice(0, 4);
  const named = (label: string, name: string, short = name) => ({
    label,
    name: partly(name, { from, to }, MONTHS[step]),
    short,
  });
  if (step === 'year') return named(year, year);
  const other = year === lastDay.slice(0, 4) ? '' : ` ’${year.slice(2)}`;
  if (step === 'month') {
    const title = monthTitle(from);
    const month = title.slice(0, 3);
    return named(`${month}${other}`, title, `${month} ${year}`);
  }
  const quarter = `Q${Math.ceil(Number(from.slice(5, 7)) / 3)}`;
  return named(`${quarter}${other}`, `${quarter} ${year}`);
}

/** A name, and whether only a part of what it names is meant. */
function partly(name: string, { from, to }: DateRange, months: number): string {
  const isWhole =
    from === startOfMonth(from) && to === endOfMonth(addMonths(startOfMonth(from), months - 1));
  return isWhole ? name : `${name} (in part)`;
}
