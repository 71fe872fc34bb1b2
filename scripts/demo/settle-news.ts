import { sql } from 'drizzle-orm';
import type { Database } from '../../src/server/db/database.ts';
import { deliverEmail } from '../../src/server/features/emails/deliver-email.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import type { DemoAccount } from './demo-account.ts';

/** Messages of so many days are kept whole, as the application keeps them; older ones as text. */
const WHOLE_DAYS = 21;
/** So many notifications stand in the list at the end. */
const NEWS = 9;

/** Puts the message of an invoice that was sent into the outbox at its own time. */
export async function keepMessage(
  { services, businessId, today }: DemoAccount,
  invoice: InvoiceDetail,
): Promise<void> {
  const [email] = invoice.emails;
  if (!email) return;
  const age = Date.parse(today) - Date.parse(invoice.issueDate);
  if (age <= WHOLE_DAYS * 24 * 3_600_000) {
    await deliverEmail(services, { businessId, emailId: email.id });
  } else {
    await keepAsText(services.db, businessId, email.id, services.clock.now());
  }
}

/** Drawing four hundred documents for messages that nobody opens would take minutes. */
async function keepAsText(db: Database, businessId: string, id: number, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.orm.execute(sql`
    update emails set status = 'sent', attempts = 1, sent_at = ${at}::timestamptz,
      sent_text = message, updated_at = ${at}::timestamptz
    where business_id = ${businessId} and id = ${id}`);
  await db.orm.execute(sql`
    update events set type = 'email.sent', data = data || '{"outbox": true}'
    where business_id = ${businessId} and type = 'email.queued' and id = (
      select max(id) from events where business_id = ${businessId} and type = 'email.queued')`);
}

/** What the messages were queued for has been done; the list of news is as short as a reader's. */
export async function settleNews(db: Database, businessId: string): Promise<void> {
  await db.orm.execute(sql`delete from pgboss.job where name = 'send email'`);
  await db.orm.execute(sql`
    delete from notifications where business_id = ${businessId} and id not in (
      select id from notifications where business_id = ${businessId}
      order by created_at desc, id desc limit ${NEWS})`);
  await db.orm.execute(sql`
    update notifications set is_read = true
    where business_id = ${businessId} and id not in (
      select id from notifications where business_id = ${businessId} and not is_read
      order by created_at desc, id desc limit 3)`);
}
