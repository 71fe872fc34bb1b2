import { nearestBusinessDate } from '../../../shared/dates/business-dates.ts';
import type { CalendarDate, DateRange } from '../../../shared/dates/calendar-date.ts';
import {
  addDays,
  addMonths,
  endOfMonth,
  startOfMonth,
} from '../../../shared/dates/calendar-date.ts';
import { invalidField } from '../../../shared/errors/app-error.ts';
import type { PeriodQuery, RevenueStep } from '../../../shared/reports/account-report.contract.ts';
import { MOST_YEARS } from '../../../shared/reports/account-report.contract.ts';

/** This year up to today, unless told; of what is told by half, the other end fits it. */
export function resolvePeriod({ from, to }: PeriodQuery, today: CalendarDate): DateRange {
  const readYear = (day: CalendarDate) => `${day.slice(0, 4)}-01-01`;
  if (from === undefined) {
    const end = to ?? today;
    return { from: readYear(end), to: end };
  }
  if (to !== undefined) return { from, to };
  const latest = addDays(addMonths(from, 12 * MOST_YEARS), -1);
  const end = from > today ? addDays(addMonths(readYear(from), 12), -1) : today;
  return { from, to: nearestBusinessDate(end < latest ? end : latest) };
}

/** The day that receivables are of. @throws AppError VALIDATION for one to come */
export function readAsOfDay({ asOf }: { asOf?: CalendarDate | undefined }, today: CalendarDate) {
  if (asOf === undefined) return today;
  if (asOf > today) throw invalidField('asOf', 'As of must not be in the future');
  return asOf;
}

const MONTHS: Record<RevenueStep, number> = { month: 1, quarter: 3, year: 12 };

/** The calendar months, quarters or years of a range, without a gap; the first and the last may be short. */
export function splitIntoSteps({ from, to }: DateRange, step: RevenueStep): DateRange[] {
  const steps: DateRange[] = [];
  const size = MONTHS[step];
  for (let start = from; start <= to;) {
    const month = Number(start.slice(5, 7)) - 1;
    const left = size - 1 - (month % size);
    const end = endOfMonth(addMonths(startOfMonth(start), left));
    steps.push({ from: start, to: end < to ? end : to });
    start = addDays(end, 1);
  }
  return steps;
}
