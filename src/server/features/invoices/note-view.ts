import { sql } from 'drizzle-orm';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { isPublic } from '../../../shared/invoices/invoice-status.ts';
import type { Queryable } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { insertEvent, lockInvoice } from './invoice.store.ts';

/**
 * The customer has looked at the invoice: noted the first time, once however many look at once.
 * Never the owner, and never in the way of the page: what goes wrong is only logged.
 */
export async function noteView(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  invoice: Pick<InvoiceDetail, 'userId' | 'id' | 'status'>,
  viewerId: string | undefined,
): Promise<void> {
  const { userId, id } = invoice;
  if (!isPublic(invoice.status) || viewerId === userId) return;
  try {
    if (await wasViewed(db.orm, userId, id)) return;
    await withTransaction(db, async (tx) => {
      await lockInvoice(tx, userId, id);
      if (await wasViewed(tx, userId, id)) return;
      await insertEvent(tx, userId, id, 'invoice.viewed', {}, clock.now());
    });
  } catch (error) {
    log.warn({ err: error, userId, invoiceId: id }, 'the first view of an invoice was not noted');
  }
}

async function wasViewed(db: Queryable, userId: string, invoiceId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from events
    where user_id = ${userId} and invoice_id = ${invoiceId} and type = 'invoice.viewed' limit 1`);
  return rows.length > 0;
}
