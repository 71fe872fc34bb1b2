/** The schedule of a recurring invoice as it stands in the editor: what was typed, as it was typed. */
import * as z from 'zod';
import { isBusinessDate } from '../../../shared/dates/business-dates.ts';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import { CATCH_UPS, DELIVERIES } from '../../../shared/recurring/recurring.contract.ts';
import type { Occurrence, Schedule } from '../../../shared/recurring/schedule.ts';
import {
  firstIndexFrom,
  INTERVAL_UNITS,
  listOccurrences,
  MAX_EVERY,
} from '../../../shared/recurring/schedule.ts';

export const draftScheduleSchema = z.object({
  name: z.string(),
  startDate: z.string(),
  every: z.string(),
  unit: z.enum(INTERVAL_UNITS),
  /** Empty for the day of the first invoice. */
  dayOfMonth: z.string(),
  ends: z.enum(['never', 'date', 'count']),
  endDate: z.string(),
  maxOccurrences: z.string(),
  /** Empty for the profile's. */
  dueDays: z.string(),
  delivery: z.enum(DELIVERIES),
  catchUp: z.enum(CATCH_UPS),
  /** How many invoices were made of it. */
  made: z.number(),
  /** The day of the next invoice as it is stored; '' of a new one, and of one that has ended. */
  nextDate: z.string(),
  /** Days before it are not made any more, once the schedule is another. */
  from: z.string(),
});
export type DraftSchedule = z.output<typeof draftScheduleSchema>;

/** What of it decides about days. */
const DAY_PARTS = [
  'startDate',
  'every',
  'unit',
  'dayOfMonth',
  'ends',
  'endDate',
  'maxOccurrences',
] as const;
const TYPED_PARTS = [...DAY_PARTS, 'name', 'dueDays', 'delivery', 'catchUp'] as const;
type TypedPart = (typeof TYPED_PARTS)[number];

export function sameSchedule(one: DraftSchedule | null, other: DraftSchedule | null): boolean {
  if (one === null || other === null) return one === other;
  return TYPED_PARTS.every((part) => one[part] === other[part]);
}

export type ScheduleField = keyof typeof SCHEDULE_FIELDS;

/** The names that faults are told by: those of the call, in the order of the form. */
export const SCHEDULE_FIELDS = {
  name: 'name',
  startDate: 'schedule.startDate',
  every: 'schedule.every',
  unit: 'schedule.unit',
  dayOfMonth: 'schedule.dayOfMonth',
  endDate: 'schedule.endDate',
  maxOccurrences: 'schedule.maxOccurrences',
  dueDays: 'dueDays',
  delivery: 'delivery',
  catchUp: 'catchUp',
} as const satisfies Partial<Record<TypedPart, string>>;
export const SCHEDULE_FIELD_NAMES: readonly string[] = Object.values(SCHEDULE_FIELDS);

/** NaN where nothing is typed or it is no whole number, which the contract refuses by name. */
const readNumber = (typed: string): number =>
  /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : Number.NaN;

/** The schedule as calls take it. */
export const toSchedule = (draft: DraftSchedule): Schedule => ({
  startDate: draft.startDate,
  unit: draft.unit,
  every: readNumber(draft.every),
  dayOfMonth: hasDayOfMonth(draft) && draft.dayOfMonth ? readNumber(draft.dayOfMonth) : null,
  endDate: draft.ends === 'date' ? draft.endDate : null,
  maxOccurrences: draft.ends === 'count' ? readNumber(draft.maxOccurrences) : null,
});

/** The schedule and what else is said of the invoices, as calls take it. */
export const toScheduleInput = (draft: DraftSchedule) => ({
  name: draft.name,
  schedule: toSchedule(draft),
  dueDays: draft.dueDays.trim() === '' ? null : readNumber(draft.dueDays),
  delivery: draft.delivery,
  catchUp: draft.catchUp,
});

/** Days of the month go with months and more. */
export const hasDayOfMonth = ({ unit }: Pick<DraftSchedule, 'unit'>): boolean =>
  unit !== 'day' && unit !== 'week';

/** The schedule once it says which days it has; undefined while it is being typed. */
export function readSchedule(draft: DraftSchedule): Schedule | undefined {
  const schedule = toSchedule(draft);
  const startDate = parseCalendarDate(schedule.startDate);
  if (!startDate || !isBusinessDate(startDate)) return undefined;
  if (!(schedule.every >= 1 && schedule.every <= MAX_EVERY)) return undefined;
  const { dayOfMonth, endDate, maxOccurrences } = schedule;
  if (dayOfMonth !== null && !(dayOfMonth >= 1 && dayOfMonth <= 31)) return undefined;
  if (endDate !== null && !parseCalendarDate(endDate)) return undefined;
  if (maxOccurrences !== null && !(maxOccurrences >= 1)) return undefined;
  return schedule;
}

/**
 * The next days on which it makes an invoice, as the server will have it.
 * @param initial as it is stored; of a new one, as the form began
 */
export function listNextDays(
  draft: DraftSchedule,
  initial: DraftSchedule | null,
  count = 6,
): { schedule: Schedule; days: Occurrence[] } | undefined {
  const schedule = readSchedule(draft);
  if (!schedule) return undefined;
  const isStored =
    draft.nextDate !== '' &&
    initial !== null &&
    DAY_PARTS.every((part) => draft[part] === initial[part]);
  const from: CalendarDate = isStored ? draft.nextDate : draft.from;
  const index = firstIndexFrom(schedule, from);
  return { schedule, days: listOccurrences(schedule, { index, made: draft.made }, count) };
}
