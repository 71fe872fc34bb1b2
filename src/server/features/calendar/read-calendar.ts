import type {
  Calendar,
  CalendarEvent,
  CalendarKind,
  CalendarWeek,
} from '../../../shared/calendar/calendar.contract.ts';
import {
  CALENDAR_DAYS,
  CALENDAR_KINDS,
  MAX_EVENTS,
} from '../../../shared/calendar/calendar.contract.ts';
import type { CalendarDate, DateRange } from '../../../shared/dates/calendar-date.ts';
import {
  addDays,
  businessDay,
  dateInZone,
  DEFAULT_TIME_ZONE,
} from '../../../shared/dates/calendar-date.ts';
import { instantOfLocalTime } from '../../../shared/dates/local-time.ts';
import { countAndSum } from '../../../shared/money/count-and-sum.ts';
import type { Queryable } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { listScheduledEmails } from '../emails/index.ts';
import { listExpiringEstimates } from '../estimates/index.ts';
import type { DueDay } from '../invoices/index.ts';
import { listDueParts, sumOpenByDay } from '../invoices/index.ts';
import { listPlannedCharges } from '../payments/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile } from '../profile/index.ts';
import type { PlannedInvoices } from '../recurring/index.ts';
import { listPlannedInvoices } from '../recurring/index.ts';
import { listPlannedFees, listPlannedReminders } from '../reminders/index.ts';

/** What will happen by itself in the coming days, as of one moment: each part is asked of whoever does it. */
export function readCalendar(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
): Promise<Calendar> {
  return withTransaction(
    db,
    async (tx) => {
      const now = clock.now();
      const profile = await findProfile(tx, businessId);
      const today = businessDay(now, profile);
      const until = addDays(today, CALENDAR_DAYS - 1);
      const sums = await sumOpenByDay(tx, businessId, { today, until });
      const planned = await listPlannedInvoices(tx, businessId, profile, {
        today,
        until,
        most: CALENDAR_DAYS,
        listed: MAX_EVENTS + 1,
      });
      const { events, cut } = await listEvents(tx, businessId, {
        profile,
        planned: planned.invoices,
        today,
        until,
        now,
      });
      return {
        today,
        until,
        overdue: countAndSum(sums.filter(({ day }) => day < today)),
        ...sumDays({ from: today, to: until }, { sums, planned: planned.due }),
        weeks: weeksBetween(today, until).map((week) => ({
          ...week,
          ...sumDays(week, { sums, planned: planned.due }),
          events: events.filter(({ date }) => date >= week.from && date <= week.to),
        })),
        cut,
      };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

interface Asked {
  profile: ProfileRow | undefined;
  planned: PlannedInvoices['invoices'];
  today: CalendarDate;
  until: CalendarDate;
  now: Date;
}

/** In the order of days, and of kinds within a day; of each kind the first. */
async function listEvents(
  tx: Queryable,
  businessId: string,
  { profile, planned, today, until, now }: Asked,
): Promise<{ events: CalendarEvent[]; cut: CalendarKind[] }> {
  const timeZone = profile?.timeZone ?? DEFAULT_TIME_ZONE;
  const days = { today, until, limit: MAX_EVENTS + 1 };
  const asked = { until, now, most: MAX_EVENTS };
  const reminded = await listPlannedReminders(tx, businessId, profile, asked);
  const charged = await listPlannedFees(tx, businessId, profile, asked);
  const due = await listDueParts(tx, businessId, days);
  const charges = await listPlannedCharges(tx, businessId, { ...days, timeZone });
  const expiring = await listExpiringEstimates(tx, businessId, days);
  const emails = await listScheduledEmails(tx, businessId, {
    until: instantOfLocalTime(`${addDays(until, 1)}T00:00`, timeZone),
    limit: MAX_EVENTS + 1,
  });
  const found: { [Kind in CalendarKind]: Extract<CalendarEvent, { kind: Kind }>[] } = {
    recurring: planned.map((one) => ({ kind: 'recurring', ...one })),
    reminder: reminded.reminders.map(({ amountDue: amount, ...one }) => ({
      kind: 'reminder',
      ...one,
      amount,
    })),
    fee: charged.fees.map((one) => ({ kind: 'fee', ...one })),
    due: due.map((one) => ({ kind: 'due', ...one })),
    charge: charges.map((one) => ({ kind: 'charge', ...one })),
    expiry: expiring.map((one) => ({ kind: 'expiry', ...one })),
    email: emails.map(({ at, recipient: customerName, ...one }) => ({
      kind: 'email',
      ...one,
      customerName,
      date: dateInZone(at, timeZone),
      at: at.toISOString(),
    })),
  };
  const more: ReadonlySet<CalendarKind> = new Set([
    ...(reminded.more ? (['reminder'] as const) : []),
    ...(charged.more ? (['fee'] as const) : []),
  ]);
  const cut = CALENDAR_KINDS.filter((kind) => found[kind].length > MAX_EVENTS || more.has(kind));
  const events = CALENDAR_KINDS.flatMap((kind): CalendarEvent[] =>
    found[kind].slice(0, MAX_EVENTS),
  ).toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return { events, cut };
}

/** The rest of this week, and whole weeks from Monday to Sunday after it. */
function weeksBetween(today: CalendarDate, until: CalendarDate): DateRange[] {
  const weeks: DateRange[] = [];
  for (let from = today; from <= until;) {
    const weekday = new Date(`${from}T00:00:00Z`).getUTCDay();
    const sunday = addDays(from, (7 - weekday) % 7);
    const to = sunday < until ? sunday : until;
    weeks.push({ from, to });
    from = addDays(to, 1);
  }
  return weeks;
}

/** What is expected and planned to fall due on these days. */
function sumDays(
  { from, to }: DateRange,
  { sums, planned }: { sums: readonly DueDay[]; planned: readonly DueDay[] },
): Pick<CalendarWeek, 'expected' | 'planned'> {
  const sum = (days: readonly DueDay[]) =>
    countAndSum(days.filter(({ day }) => day >= from && day <= to));
  return { expected: sum(sums), planned: sum(planned) };
}
