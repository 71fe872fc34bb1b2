/** On which day the saved card is charged for an invoice, or why it is not: one set of rules for all who ask. */
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { addDays, businessDay } from '../../../../shared/dates/calendar-date.ts';
import type { PlannedInvoice } from '../../../../shared/documents/installments/schedule-installments.ts';
import { isZero } from '../../../../shared/money/decimal.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { money } from '../../../../shared/money/money.ts';
import type { NoCharge } from '../../../../shared/payments/card-charge.contract.ts';
import { payableInstallment } from '../../../../shared/payments/payable-amount.ts';
import type { Queryable } from '../../../db/database.ts';
import { firstIssuedAt } from '../../documents/index.ts';
import { wasGivenBack, wasPaidSince } from '../../ledger/index.ts';
import type { ProfileRow } from '../../profile/index.ts';
import { isDisputed, pausedUntil } from '../../reminders/index.ts';
import type { ChargeRow, MandateRow } from './mandate.store.ts';

/** A pause without an end. */
const NEVER = 'infinity';

/**
 * Whether an attempt was at what is due now of an invoice `i`, on whatever day that was due then: all of
 * what is due on one day, or a part of a plan as long as nothing was paid since.
 */
export const isOfWhatIsDue = (businessId: string, attempt: 'a' | 'd'): SQL => {
  const [dueDate, createdAt] = [sql.raw(`${attempt}.due_date`), sql.raw(`${attempt}.created_at`)];
  return sql`(${dueDate} = i.next_due_date or i.installments = '[]'::jsonb
    or not ${wasPaidSince(businessId, sql`i.id`, createdAt)})`;
};

/**
 * What decides about charging an open invoice `i` besides its customer's agreement, as joins: its last
 * attempt (`last`), what its owner has changed (`change`), and what holds it (`standing`). What was declined for
 * good stays so when its day changes, as its customer was told.
 * @param today the day that it is for the business
 */
export const joinStanding = (businessId: string, today: CalendarDate): SQL => sql`
  left join lateral (
    select a.attempt, a.status, a.next_attempt_at from automatic_charges a
    where a.business_id = ${businessId} and a.invoice_id = i.id and (a.due_date = i.next_due_date
      or (a.status = 'failed' and a.next_attempt_at is null and ${isOfWhatIsDue(businessId, 'a')}))
    order by (a.due_date = i.next_due_date) desc, a.due_date desc, a.attempt desc limit 1) last on true
  cross join lateral (
    select coalesce(bool_or(x.moved_to is null), false) as is_skipped, max(x.moved_to) as moved_to
    from automatic_charge_changes x
    where x.business_id = ${businessId} and x.invoice_id = i.id
      and (x.due_date is null or x.due_date = i.next_due_date)) change
  cross join lateral (
    select ${firstIssuedAt('invoice', businessId, 'i')} as issued_at,
      ${pausedUntil(businessId, sql`i.id`, today)} as paused_until,
      ${isDisputed(businessId, sql`i.id`)} as is_disputed,
      ${wasGivenBack(businessId, sql`i.id`)} as is_given_back) standing`;

/** Whether an agreement `m` covers an invoice `i`: it is about what is issued after it. */
export const IS_COVERED: SQL = sql`standing.issued_at > m.agreed_at`;

/** Whether a card is to be charged for an invoice, of what `joinStanding` tells, if its owner does not leave it out. */
export const IS_NOT_OVER: SQL = sql`m.ended_at is null and m.refused_at is null and ${IS_COVERED}
  and not standing.is_disputed and not standing.is_given_back
  and (last.status is null or (last.status <> 'charging' and last.next_attempt_at is not null))`;

/** Whether a customer has a saved card that may be charged at all. */
export const hasCard = (businessId: string, customerId: SQL): SQL => sql`
  exists (select from payment_mandates m
    where m.business_id = ${businessId} and m.customer_id = ${customerId}
      and m.ended_at is null and m.refused_at is null)`;

/** Whether the saved card of its customer is to be charged for an open invoice `i` by itself. */
export const isToCome = (businessId: string, today: CalendarDate): SQL => sql`
  exists (select from payment_mandates m ${joinStanding(businessId, today)}
    where m.business_id = ${businessId} and m.customer_id = i.customer_id and ${IS_NOT_OVER}
      and not change.is_skipped and standing.paused_until is distinct from 'infinity'::date)`;

export interface ChargeStanding {
  issuedAt: Date;
  last: { attempt: number; status: ChargeRow['status']; nextAttemptAt: Date | null } | undefined;
  isSkipped: boolean;
  movedTo: CalendarDate | null;
  /** The last day of a pause of its reminders; 'infinity' where it has no end. */
  pausedUntil: CalendarDate | null;
  isDisputed: boolean;
  /** The money that came last for it was given back. */
  isGivenBack: boolean;
  /** How often the card was declined for what is due. */
  declines: number;
}

/** Of a locked invoice it stays so until the transaction ends: what pauses, disputes or changes it waits. */
export async function readStanding(
  db: Queryable,
  businessId: string,
  invoiceId: number,
  today: CalendarDate,
): Promise<ChargeStanding> {
  const { rows } = await db.execute<{
    issued_at: string | Date;
    attempt: number | null;
    status: ChargeRow['status'];
    next_attempt_at: string | Date | null;
    is_skipped: boolean;
    moved_to: string | null;
    paused_until: string | null;
    is_disputed: boolean;
    is_given_back: boolean;
    declines: number;
  }>(sql`
    select standing.issued_at, last.attempt, last.status, last.next_attempt_at, change.is_skipped,
      change.moved_to::text as moved_to, standing.paused_until::text as paused_until,
      standing.is_disputed, standing.is_given_back,
      (select count(*)::int from automatic_charges d
        where d.business_id = ${businessId} and d.invoice_id = i.id and d.status = 'failed'
          and ${isOfWhatIsDue(businessId, 'd')}) as declines
    from invoices i ${joinStanding(businessId, today)}
    where i.business_id = ${businessId} and i.id = ${invoiceId}`);
  const [row] = rows;
  if (!row) throw new Error('the invoice is not there');
  const { attempt, status, next_attempt_at: next } = row;
  return {
    issuedAt: new Date(row.issued_at),
    last:
      attempt === null
        ? undefined
        : { attempt, status, nextAttemptAt: next === null ? null : new Date(next) },
    isSkipped: row.is_skipped,
    movedTo: row.moved_to,
    pausedUntil: row.paused_until,
    isDisputed: row.is_disputed,
    isGivenBack: row.is_given_back,
    declines: row.declines,
  };
}

export interface PlannableInvoice extends PlannedInvoice {
  id: number;
  status: string;
  nextDueDate: CalendarDate;
}

/** What is known when a charge of an invoice is planned. */
export interface ChargeFacts {
  mandate: MandateRow | undefined;
  standing: ChargeStanding;
  profile: ProfileRow | undefined;
  now: Date;
}

export interface ChargePlan {
  /** The day that it is planned for by itself; null where nothing is to come. */
  plannedDate: CalendarDate | null;
  /** The day on which it is charged, from today on; null where it is not. */
  date: CalendarDate | null;
  without: NoCharge | null;
}

export function planCharge(invoice: PlannableInvoice, known: ChargeFacts): ChargePlan {
  const { standing, profile, now } = known;
  const over = findEnd(invoice, known);
  if (over) return { plannedDate: null, date: null, without: over };
  const { nextAttemptAt } = standing.last ?? {};
  const plannedDate = nextAttemptAt ? businessDay(nextAttemptAt, profile) : invoice.nextDueDate;
  const held = findReason(standing);
  if (held) return { plannedDate, date: null, without: held };
  const { pausedUntil: pause, movedTo } = standing;
  const days = [plannedDate, businessDay(now, profile), movedTo, pause && addDays(pause, 1)];
  const date = days.reduce<CalendarDate>((a, b) => (b !== null && b > a ? b : a), plannedDate);
  return { plannedDate, date, without: null };
}

/** Why no charge of what is due is to come, whatever its owner plans. */
function findEnd(
  { status, amountDue }: PlannableInvoice,
  { mandate, standing: { last, issuedAt, isGivenBack } }: ChargeFacts,
): NoCharge | undefined {
  if (status === 'draft' || status === 'paid' || isZero(amountDue)) return 'nothing_due';
  if (!mandate) return 'no_card';
  if (mandate.refusedAt) return 'refused';
  if (issuedAt <= mandate.agreedAt) return 'not_covered';
  if (last?.status === 'charging') return 'charging';
  if (isGivenBack) return 'charged';
  if (!last) return undefined;
  if (last.nextAttemptAt !== null) return undefined;
  return last.status === 'paid' ? 'charged' : 'declined';
}

function findReason({ isSkipped, ...standing }: ChargeStanding): NoCharge | undefined {
  if (isSkipped) return 'skipped';
  const held = findHold(standing);
  return held === 'paused' && standing.pausedUntil !== NEVER ? undefined : held;
}

/** What holds a charge that its owner has not left out, today: nobody takes the money meanwhile. */
export function findHold({
  isDisputed: disputed,
  pausedUntil: pause,
}: Pick<ChargeStanding, 'isDisputed' | 'pausedUntil'>): 'disputed' | 'paused' | undefined {
  if (disputed) return 'disputed';
  return pause === null ? undefined : 'paused';
}

/** What a charge on a day asks for: all that is due by it of a plan, or all that is due. */
export const amountOn = (invoice: PlannableInvoice, day: CalendarDate): Money =>
  payableInstallment(invoice, day) ?? money(invoice.amountDue, invoice.currency);
