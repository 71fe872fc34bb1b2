import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, lte, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays, daysBetween } from '../../../shared/dates/calendar-date.ts';
import type { Installment } from '../../../shared/documents/installments/installment-content.ts';
import { scheduleInstallments } from '../../../shared/documents/installments/schedule-installments.ts';
import { DEFAULT_DUE_DAYS } from '../../../shared/invoices/invoice.contract.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { fromMinorUnits, minorUnits, money, withDecimals } from '../../../shared/money/money.ts';
import type { PlannedOccurrence } from '../../../shared/recurring/exceptions.ts';
import { listPlanned } from '../../../shared/recurring/exceptions.ts';
import type { Queryable } from '../../db/database.ts';
import { recurringInvoices } from '../../db/tables/recurring.table.ts';
import { joinCustomer } from '../customers/index.ts';
import type { DueDay } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import type { RecurringRow } from './recurring.store.ts';
import { recurringRecords, toPlan } from './recurring.store.ts';

/** An invoice that is to be made of a recurring one. */
export interface PlannedInvoice {
  recurringId: number;
  name: string | null;
  customerName: string;
  /** The schedule's own day, which names it. */
  plannedDate: CalendarDate;
  /** The day on which it is made: today where that has passed. */
  date: CalendarDate;
  dueDate: CalendarDate;
  delivery: RecurringRow['delivery'];
  isMoved: boolean;
  isSkipped: boolean;
  /** Why it could not be made so far. */
  problem: string | null;
  currency: string;
  amount: Decimal;
}

export interface PlannedInvoices {
  /** The first of them in the order of days, those that are left out among them. */
  invoices: PlannedInvoice[];
  /** What falls due of all that are to be made, by its day and currency. */
  due: DueDay[];
}

interface Asked {
  today: CalendarDate;
  until: CalendarDate;
  /** So many at most of one schedule. */
  most: number;
  /** So many in the list. */
  listed: number;
}

/** Schedules that are looked at before other requests have their turn. */
const IN_A_TURN = 20;

/**
 * What active recurring invoices are to make up to a day. What each comes to is what the last one came to.
 */
export async function listPlannedInvoices(
  db: Queryable,
  businessId: string,
  profile: ProfileRow | undefined,
  { today, until, most, listed }: Asked,
): Promise<PlannedInvoices> {
  const rows = await selectActive(db, businessId, until);
  const later = memoizeAddDays();
  let found: Found[] = [];
  const sums = new Map<string, Omit<DueDay, 'amount'> & { units: bigint }>();
  for (const [at, row] of rows.entries()) {
    if (at % IN_A_TURN === IN_A_TURN - 1) {
      found = firstOf(found, listed);
      await nextTurn();
    }
    const dueDays = row.dueDays ?? profile?.invoiceDueDays ?? DEFAULT_DUE_DAYS;
    const parts = planDueParts(row, today, dueDays);
    const from = { index: row.nextIndex, made: row.madeCount };
    for (const one of listPlanned(toPlan(row), from, { until, most })) {
      found.push({ row, dueDays, date: one.onDate < today ? today : one.onDate, one });
      for (const { days, units } of one.isSkipped ? [] : parts) {
        const day = later(one.onDate, days);
        const key = `${day} ${row.currency}`;
        const sum = sums.get(key) ?? { day, currency: row.currency, count: 0, units: 0n };
        sums.set(key, { ...sum, count: sum.count + 1, units: sum.units + units });
      }
    }
  }
  return {
    invoices: firstOf(found, listed).map(present),
    due: [...sums.values()].map(({ units, ...sum }) => ({
      ...sum,
      amount: fromMinorUnits(units, sum.currency).amount,
    })),
  };
}

interface Found {
  row: PlannedRow;
  dueDays: number;
  date: CalendarDate;
  one: PlannedOccurrence;
}

/** In the order of days; those of one day as they were found. */
const firstOf = (found: readonly Found[], count: number): Found[] =>
  found.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)).slice(0, count);

function present({ row, dueDays, date, one }: Found): PlannedInvoice {
  return {
    recurringId: row.id,
    name: row.name,
    customerName: row.customerName,
    plannedDate: one.date,
    date,
    dueDate: addDays(one.onDate, dueDays),
    delivery: row.delivery,
    isMoved: one.onDate !== one.date,
    isSkipped: one.isSkipped,
    problem: one.index === row.nextIndex ? (row.problem?.message ?? null) : null,
    currency: row.currency,
    amount: withDecimals(row.total, row.currency),
  };
}

type PlannedRow = Awaited<ReturnType<typeof selectActive>>[number];

/** Of their contents the installments alone: there may be thousands of lines in each. */
function selectActive(db: Queryable, businessId: string, until: CalendarDate) {
  const t = recurringInvoices;
  return db
    .select({
      id: t.id,
      name: t.name,
      customerName: sql<string>`(
        select c.name from (values (recurring_invoices.customer_id)) of (customer_id)
        ${joinCustomer(businessId, sql`of.customer_id`)})`,
      startDate: t.startDate,
      unit: t.unit,
      every: t.every,
      dayOfMonth: t.dayOfMonth,
      endDate: t.endDate,
      maxOccurrences: t.maxOccurrences,
      exceptions: t.exceptions,
      nextIndex: t.nextIndex,
      madeCount: t.madeCount,
      dueDays: t.dueDays,
      delivery: t.delivery,
      problem: t.problem,
      currency: t.currency,
      total: t.total,
      installments: sql<Installment[]>`recurring_invoices.content -> 'installments'`,
    })
    .from(t)
    .where(and(recurringRecords.live(businessId), eq(t.status, 'active'), lte(t.nextDate, until)))
    .orderBy(t.nextDate, t.id);
}

/** How many days after its issue what of an invoice falls due: they are the same for each of them. */
function planDueParts(
  { currency, total, installments }: PlannedRow,
  issueDate: CalendarDate,
  dueDays: number,
): { days: number; units: bigint }[] {
  if (installments.length === 0)
    return [{ days: dueDays, units: minorUnits(money(total, currency)) }];
  return scheduleInstallments({ currency, total, issueDate, installments }).map(
    ({ dueDate, amount }) => ({
      days: dueDate === null ? dueDays : daysBetween(issueDate, dueDate),
      units: minorUnits(money(amount, currency)),
    }),
  );
}

/** `addDays`, which computes each day once: a thousand schedules have the same ones. */
function memoizeAddDays(): typeof addDays {
  const known = new Map<string, CalendarDate>();
  return (date, days) => {
    const key = `${date} ${days}`;
    const day = known.get(key) ?? addDays(date, days);
    known.set(key, day);
    return day;
  };
}
