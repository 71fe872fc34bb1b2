import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import type { Queryable } from '../../db/database.ts';
import { findCustomerRow } from '../customers/index.ts';
import { isAddress } from '../emails/index.ts';
import type { ChargeableInvoice, StoredInvoice } from '../invoices/index.ts';
import { plannedCharges } from '../invoices/index.ts';
import { findRecipient } from '../senders/index.ts';
import { isDisputed, isPaused } from './reminder.store.ts';

/** Why an invoice's customer is not reminded of it. */
export type Hindrance =
  | 'draft'
  | 'paid'
  | 'paused'
  | 'never'
  | 'disputed'
  | 'charged'
  | 'reminded'
  | 'no_address'
  | 'unsubscribed'
  | 'bounced'
  | 'blocked';

type AskedInvoice = ChargeableInvoice & Pick<StoredInvoice, 'businessId'>;

interface Step {
  dueDate: CalendarDate;
  /** undefined asks whether anything stands in the way of any step. */
  days?: number;
  today: CalendarDate;
  now: Date;
}

/**
 * What of an invoice stands in the way of reminding its customer; undefined where nothing does. Of a
 * locked invoice it stays so until the transaction ends: what pays, pauses or disputes it waits.
 */
export async function standsInTheWay(
  db: Queryable,
  invoice: AskedInvoice,
  { dueDate, days, today, now }: Step,
): Promise<Hindrance | undefined> {
  const { businessId, id, customerId, status, amountDue } = invoice;
  if (status === 'draft') return 'draft';
  if (status === 'paid' || isZero(amountDue)) return 'paid';
  const customer = await findCustomerRow(db, businessId, customerId);
  if (customer?.neverRemind) return 'never';
  const { rows } = await db.execute<Record<'paused' | 'disputed' | 'reminded', boolean>>(sql`
    select ${isPaused(businessId, sql`${id}`, today)} as paused,
      ${isDisputed(businessId, sql`${id}`)} as disputed,
      exists (select from invoice_reminders
        where business_id = ${businessId} and invoice_id = ${id}
          and (on_date = ${today}::date
            or (due_date = ${dueDate}::date and days >= ${days ?? null}::int))) as reminded`);
  const [found] = rows;
  if (found?.paused) return 'paused';
  if (found?.disputed) return 'disputed';
  // Nobody is asked for what is taken from their card anyway.
  if (await plannedCharges().find(db, businessId, invoice, now)) return 'charged';
  if (days !== undefined && found?.reminded) return 'reminded';
  const email = customer?.email;
  if (!isAddress(email)) return 'no_address';
  const recipient = await findRecipient(db, businessId, email);
  if (recipient?.blockedAt) return 'blocked';
  if (recipient?.unsubscribedAt) return 'unsubscribed';
  return recipient?.bouncedAt ? 'bounced' : undefined;
}
