import { dateInZone } from '../../../shared/dates/calendar-date.ts';
import type { InvoiceStatus } from '../../../shared/invoices/invoice-status.ts';
import { hundredths } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import { findProfile } from '../profile/index.ts';
import type { StoredInvoice } from './invoice.store.ts';
import { insertEvent, sumReceived, updateInvoiceRow, wasPaidOnline } from './invoice.store.ts';

/**
 * Brings an invoice's status in agreement with the payments of its provider (decision 14). What came
 * covers the total: it is paid. Everything that came through a provider has gone back and nothing
 * else is left: it is open again. A part given back leaves it paid.
 * @param invoice locked, as it is stored now
 */
export async function agreeWithPayments(
  tx: Transaction,
  invoice: StoredInvoice,
  now: Date,
): Promise<void> {
  const { userId, id, status } = invoice;
  const received = hundredths(await sumReceived(tx, userId, id));
  const covered = received > 0n && received >= hundredths(invoice.total);
  if (status !== 'paid' && covered) {
    await updateInvoiceRow(tx, userId, id, { status: 'paid', paymentUrl: null, updatedAt: now });
    await insertEvent(tx, userId, id, 'invoice.paid', { from: status, to: 'paid' }, now);
  } else if (status === 'paid' && received <= 0n && (await wasPaidOnline(tx, userId, id))) {
    const to = await openStatus(tx, invoice, now);
    await updateInvoiceRow(tx, userId, id, { status: to, updatedAt: now });
    await insertEvent(tx, userId, id, 'invoice.reopened', { from: 'paid', to }, now);
  }
}

async function openStatus(
  tx: Transaction,
  { userId, dueDate }: StoredInvoice,
  now: Date,
): Promise<InvoiceStatus> {
  const profile = await findProfile(tx, userId);
  return dueDate < dateInZone(now, profile?.timeZone ?? 'UTC') ? 'overdue' : 'sent';
}
