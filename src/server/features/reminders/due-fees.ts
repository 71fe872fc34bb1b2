/** Which months of late invoices are charged for, and when: asked by what charges for them, and by the calendar. */
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import {
  addDays,
  businessDay,
  dateInZone,
  DEFAULT_TIME_ZONE,
} from '../../../shared/dates/calendar-date.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { money, sumMoneyIn, withDecimals } from '../../../shared/money/money.ts';
import type { LateFee } from '../../../shared/reminders/late-fee.ts';
import { computeLateFee } from '../../../shared/reminders/late-fee.ts';
import { firstSendDay, isClosedToday } from '../../../shared/reminders/reminder-days.ts';
import type { Queryable } from '../../db/database.ts';
import { openByDueDate } from '../../db/overdue.ts';
import { joinCustomer } from '../customers/index.ts';
import { plannedCharges } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { isChargedToCard } from './charged-to-card.ts';
import type { SettingsRow } from './reminder.store.ts';
import { findSettings, isDisputed, isPaused, pausedUntil } from './reminder.store.ts';

/** A month of a late invoice that is to be charged for. */
export interface DueFee {
  id: number;
  dueDate: CalendarDate;
  nth: number;
}

export interface FeeTerms {
  lateFee: LateFee;
  /** What was due before is not charged for. */
  since: CalendarDate;
  today: CalendarDate;
}

/** So many are listed at a time. */
export const FEES_LISTED = 200;

const mostMonths = (fee: LateFee): number => (fee.kind === 'fixed' ? 1 : fee.months);

/** The day on which a month of invoice `i` is charged for. */
const fallsOn = (fee: LateFee, nth: SQL): SQL =>
  fee.kind === 'fixed'
    ? sql`(i.next_due_date + ${fee.afterDays}::int)`
    : sql`(i.next_due_date + make_interval(months => ${nth}::int))::date`;

/** The open invoices `i` that are late on a day, unless they are paid before, with a month left to charge for by then. */
function selectChargeable(
  businessId: string,
  { lateFee, since }: Pick<FeeTerms, 'lateFee' | 'since'>,
  until: CalendarDate,
  profile: ProfileRow | undefined,
): { from: SQL; where: SQL } {
  return {
    from: sql`invoices i
    ${joinCustomer(businessId, sql`i.customer_id`)}
    cross join lateral (
      select count(*)::int as made from late_fees f
      where f.business_id = ${businessId} and f.invoice_id = i.id
        and f.due_date = i.next_due_date and f.fee_invoice_id is not null) fees`,
    where: sql`i.business_id = ${businessId} and i.status in ('sent', 'overdue') and i.deleted_at is null
      and i.next_due_date between ${since}::date and ${until}::date - 1
      and i.amount_due > 0 and not c.never_remind
      and fees.made < ${mostMonths(lateFee)}::int
      and ${fallsOn(lateFee, sql`fees.made + 1`)} <= ${until}::date
      ${lateFee.kind === 'fixed' ? sql`and i.currency = ${profile?.currency ?? ''}` : sql``}
      and not exists (select from late_fees f
        where f.business_id = ${businessId} and f.fee_invoice_id = i.id)
      and not ${isDisputed(businessId, sql`i.id`)}`,
  };
}

/** @param which those behind an id, page by page; or one alone */
export async function listDueFees(
  db: Queryable,
  businessId: string,
  terms: FeeTerms,
  profile: ProfileRow | undefined,
  which: { after: number } | { only: number },
): Promise<DueFee[]> {
  const { today } = terms;
  const { from, where } = selectChargeable(businessId, terms, today, profile);
  const { rows } = await db.execute<{ id: string; due_date: string; nth: number }>(sql`
    select i.id, i.next_due_date as due_date, fees.made + 1 as nth from ${from}
    where ${where} and not ${isPaused(businessId, sql`i.id`, today)}
      ${'only' in which ? sql`and i.id = ${which.only}` : sql`and i.id > ${which.after}`}
    order by i.id limit ${FEES_LISTED}`);
  return rows.map(({ id, due_date, nth }) => ({ id: Number(id), dueDate: due_date, nth }));
}

/** A late fee that is charged unless its invoice is paid before. */
export interface PlannedFee {
  invoiceId: number;
  invoiceNumber: string;
  customerName: string;
  dueDate: CalendarDate;
  /** The month that interest is for, counted from 1; null of a fixed fee. */
  month: number | null;
  delivery: LateFee['delivery'];
  date: CalendarDate;
  currency: string;
  /** What it comes to if nothing is paid. */
  amount: string;
}

interface Row extends Record<string, unknown> {
  id: string;
  invoice_number: string;
  name: string;
  due_date: string;
  currency: string;
  amount_due: string;
  made: number;
  days: string[];
  parts: [string, string][];
  paused_until: string | null;
  is_charged: boolean;
}

/**
 * The late fees that are planned up to a day.
 * @param most so many invoices are looked at, the first due first
 * @returns them in the order of their days, and whether there are more invoices
 */
export async function listPlannedFees(
  db: Queryable,
  businessId: string,
  profile: ProfileRow | undefined,
  { until, now, most }: { until: CalendarDate; now: Date; most: number },
): Promise<{ fees: PlannedFee[]; more: boolean }> {
  const settings = await findSettings(db, businessId);
  if (!settings?.lateFee || settings.lateFeeSince === null) return { fees: [], more: false };
  const { lateFee, lateFeeSince: since } = settings;
  const today = businessDay(now, profile);
  const { from, where } = selectChargeable(businessId, { lateFee, since }, until, profile);
  const { rows } = await db.execute<Row>(sql`
    select i.id, i.invoice_number, c.name, i.next_due_date as due_date, i.currency, i.amount_due,
      fees.made, to_json(array(
        select ${fallsOn(lateFee, sql`nth`)} from generate_series(fees.made + 1, ${mostMonths(lateFee)}::int) nth
        where ${fallsOn(lateFee, sql`nth`)} <= ${until}::date order by nth)) as days,
      (select json_agg(json_build_array(part.due_date, part.amount::text))
        from ${openByDueDate('i', sql`i.amount_due`)} as part) as parts,
      ${pausedUntil(businessId, sql`i.id`, today)} as paused_until,
      ${plannedCharges().isToCome(businessId, today)} as is_charged
    from ${from}
    where ${where} and ${pausedUntil(businessId, sql`i.id`, today)} is distinct from 'infinity'::date
    order by i.next_due_date, i.id limit ${most + 1}`);
  const first = nextLook(settings, profile, now);
  const fees = rows
    .slice(0, most)
    .flatMap((row) => planFees(row, { settings, lateFee, first, profile }))
    .filter(({ date }) => date <= until);
  return {
    fees: fees.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
    more: rows.length > most,
  };
}

/** The first day on which late invoices are looked at again. */
function nextLook(settings: SettingsRow, profile: ProfileRow | undefined, now: Date): CalendarDate {
  const timeZone = profile?.timeZone ?? DEFAULT_TIME_ZONE;
  const { nextRunAt } = settings;
  if (nextRunAt > now) return dateInZone(nextRunAt, timeZone);
  const today = businessDay(now, profile);
  return isClosedToday(now, settings, timeZone) ? addDays(today, 1) : today;
}

interface Asked {
  settings: SettingsRow;
  lateFee: LateFee;
  first: CalendarDate;
  profile: ProfileRow | undefined;
}

/** Of one invoice: a day brings one month of it at most, so that those that wait follow each other. */
function planFees(row: Row, { settings, lateFee, first, profile }: Asked): PlannedFee[] {
  if (isChargedToCard(row, profile)) return [];
  const { due_date: dueDate, paused_until: paused, made, currency } = row;
  const planned: PlannedFee[] = [];
  let from = paused === null ? first : latest(first, addDays(paused, 1));
  for (const [index, day] of row.days.entries()) {
    const date = firstSendDay(latest(day, from), settings);
    const late = row.parts
      .filter(([due]) => due < date)
      .map(([, open]) => money(withDecimals(open, currency), currency));
    const { amount } = computeLateFee(lateFee, sumMoneyIn(currency, late));
    if (isZero(amount)) break;
    planned.push({
      invoiceId: Number(row.id),
      invoiceNumber: row.invoice_number,
      customerName: row.name,
      dueDate,
      month: lateFee.kind === 'fixed' ? null : made + index + 1,
      delivery: lateFee.delivery,
      date,
      currency,
      amount,
    });
    from = addDays(date, 1);
  }
  return planned;
}

const latest = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b);
