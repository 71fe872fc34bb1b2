import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import type { Queryable } from '../../db/database.ts';
import { findCustomerRow } from '../customers/index.ts';
import { isAddress } from '../emails/index.ts';
import type { StoredInvoice } from '../invoices/index.ts';
import { findRecipient } from '../senders/index.ts';
import { isDisputed, isPaused } from './reminder.store.ts';

/** Why an invoice's customer is not reminded of it. */
export type Hindrance =
  | 'draft'
  | 'paid'
  | 'paused'
  | 'never'
  | 'disputed'
  | 'reminded'
  | 'no_address'
  | 'unsubscribed'
  | 'bounced';

type AskedInvoice = Pick<
  StoredInvoice,
  'businessId' | 'id' | 'customerId' | 'status' | 'amountDue'
>;

interface Step {
  dueDate: CalendarDate;
  /** undefined asks whether anything stands in the way of any step. */
  days?: number;
  today: CalendarDate;
}

/**
 * What of an invoice stands in the way of reminding its customer; undefined where nothing does. Of a
 * locked invoice it stays so until the transaction ends: what pays, pauses or disputes it waits.
 */
export async function standsInTheWay(
  db: Queryable,
  { businessId, id, customerId, status, amountDue }: AskedInvoice,
  { dueDate, days, today }: Step,
): Promise<Hindrance | undefined> {
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
  if (days !== undefined && found?.reminded) return 'reminded';
  const email = customer?.email;
  if (!isAddress(email)) return 'no_address';
  const recipient = await findRecipient(db, businessId, email);
  if (recipient?.unsubscribedAt) return 'unsubscribed';
  return recipient?.bouncedAt ? 'bounced' : undefined;
}
