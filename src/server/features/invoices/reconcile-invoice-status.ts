import { sql } from 'drizzle-orm';
import { dateInZone } from '../../../shared/dates/calendar-date.ts';
import type { InvoiceStatus } from '../../../shared/invoices/invoice-status.ts';
import type { SettlingPayment } from '../../../shared/invoices/settled-amount.ts';
import { isPaidBy } from '../../../shared/invoices/settled-amount.ts';
import type { Transaction } from '../../db/database.ts';
import { events } from '../../db/tables/activity.table.ts';
import { findProfile } from '../profile/index.ts';
import type { StoredInvoice } from './invoice.store.ts';
import { insertEvent, listCompletedPayments, updateInvoiceRow } from './invoice.store.ts';

/**
 * Makes an invoice paid, or open again, as its payments say (decisions 14 and 0028): by what they are
 * now, never by what they were, so that whatever order the news came in, the end is the same.
 * @param invoice locked, as it is stored now
 * @returns its payments that count
 */
export async function reconcileInvoiceStatus(
  tx: Transaction,
  invoice: Pick<StoredInvoice, 'businessId' | 'id' | 'status' | 'total' | 'dueDate'>,
  now: Date,
): Promise<SettlingPayment[]> {
  const { businessId, id, status } = invoice;
  const counted = await listCompletedPayments(tx, businessId, id);
  const isPaid = isPaidBy(counted, invoice.total);
  if (isPaid === (status === 'paid')) return counted;
  const to = isPaid ? 'paid' : await statusWhenOpen(tx, invoice, now);
  await updateInvoiceRow(tx, businessId, id, {
    status: to,
    ...(isPaid ? { paymentUrl: null } : {}),
    updatedAt: now,
  });
  const type = isPaid ? 'invoice.paid' : 'invoice.reopened';
  await insertEvent(tx, businessId, id, type, { from: status, to }, now);
  return counted;
}

/** What it was before it was paid, and overdue once its day has passed meanwhile. */
async function statusWhenOpen(
  tx: Transaction,
  { businessId, id, dueDate }: Pick<StoredInvoice, 'businessId' | 'id' | 'dueDate'>,
  now: Date,
): Promise<InvoiceStatus> {
  const { rows } = await tx.execute<{ before: string | null }>(sql`
    select data->>'from' as before from ${events}
    where business_id = ${businessId} and invoice_id = ${id} and type = 'invoice.paid'
    order by id desc limit 1`);
  const before = rows[0]?.before;
  if (before === 'draft' || before === 'overdue') return before;
  const profile = await findProfile(tx, businessId);
  return dueDate < dateInZone(now, profile?.timeZone ?? 'UTC') ? 'overdue' : 'sent';
}
