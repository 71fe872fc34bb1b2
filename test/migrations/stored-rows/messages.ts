import type { Database } from '../../../src/server/db/database.ts';
import { ONE_INVOICE } from './one-document.ts';
import { ownerId } from './owner-id.ts';

/** What comes with an address, in statuses that a program of the version had. */
const STATEMENTS = [
  `'queued', null, null`,
  `'sent', null, null`,
  `'queued', null, 'turn'`,
  `'failed', 'paid', null`,
];
export const CORRESPONDENT = ownerId(32);

/** A profile and messages that wait, were sent, held or taken back: before `0032_document_defaults`. */
export async function storeStatements({ pool }: Database): Promise<void> {
  await pool.query('insert into businesses (id) values ($1)', [CORRESPONDENT]);
  await pool.query(
    `insert into business_profiles (business_id, business_name, city)
     values ($1, 'Quill Studio', 'Salem')`,
    [CORRESPONDENT],
  );
  await pool.query(`insert into customers (business_id, name) values ($1, 'Marta')`, [
    CORRESPONDENT,
  ]);
  for (const values of STATEMENTS) {
    await pool.query(
      `insert into emails (business_id, kind, customer_id, period_from, period_to, to_address,
         subject, message, message_id, status, withdrawn, waits_for)
       select business_id, 'statement', id, '2026-01-01', '2026-01-31', 'marta@example.com',
         'Statement', 'Hello', md5(random()::text), ${values}
       from customers where business_id = $1`,
      [CORRESPONDENT],
    );
  }
}

/** Messages that were withdrawn for three reasons: before `0034_messages_of_other_customers`. */
export async function storeMovedMessages({ pool }: Database): Promise<void> {
  const owner = ownerId(34);
  await pool.query('insert into businesses (id) values ($1)', [owner]);
  await pool.query(`insert into customers (business_id, name) values ($1, 'Marta')`, [owner]);
  await pool.query(
    `insert into emails (business_id, kind, customer_id, period_from, period_to, to_address,
       subject, message, message_id, status, withdrawn)
     select $1, 'statement', id, '2026-01-01', '2026-02-01', 'marta@example.com', 'S', 'M',
       'm' || n, 'failed', reason
     from customers, (values (1, 'moved'), (2, 'undone'), (3, null)) as told (n, reason)
     where business_id = $1 order by n`,
    [owner],
  );
}

/** What an owner was told: before `0035_recurring_invoices`. */
export async function storeNotification({ pool }: Database): Promise<void> {
  await pool.query(`
    with business as (
      insert into businesses (id) values (gen_random_uuid()) returning id
    ), customer as (
      insert into customers (business_id, name) select id, 'Marta' from business
    )
    insert into notifications (business_id, type, title, message)
    select id, 'trial.used_up', 'Free trial used up', 'All of it' from business`);
}

/** A message that was taken back: before `0036_reminders`. */
export async function storeWithdrawnEmail({ pool }: Database): Promise<void> {
  await pool.query(`
    ${ONE_INVOICE}
    insert into emails (business_id, kind, invoice_id, to_address, subject, message, status,
      message_id, withdrawn)
    select business_id, 'invoice', id, 'm@harbor.example', 'Invoice', 'Hello', 'failed', 'abc',
      'undone' from invoice`);
}

/** Messages, a recipient that was blocked and a file: before `0040_trusted_email`. */
export async function storeEmails({ pool }: Database): Promise<void> {
  await pool.query(`
    with business as (
      insert into businesses (id) values (gen_random_uuid()) returning id
    ), customer as (
      insert into customers (business_id, name) select id, 'Marta' from business
      returning business_id, id
    ), recipient as (
      insert into mail_recipients (business_id, address, blocked_at)
      select id, 'm@harbor.example', now() from business
    ), file as (
      insert into uploads (business_id, key, purpose, file_name, content_type, size)
      select id, 'logos/a.png', 'logo', 'logo.png', 'image/png', 9 from business
    )
    insert into emails (business_id, kind, customer_id, period_from, period_to, to_address,
      subject, message, status, message_id, waits_for, withdrawn)
    select business_id, 'statement', id, '2026-10-01', '2026-10-31', 'm@harbor.example',
      'Statement', 'Hello', state, name, waits, withdrawn from customer,
      (values ('queued', 'a', 'undo', null), ('failed', 'b', null, 'undone'),
        ('sent', 'b', null, null)) as messages (state, name, waits, withdrawn)`);
}

/** A recurring invoice, a message, news and two checkouts of an invoice: before `0041_calendar`. */
export async function storePlans({ pool }: Database): Promise<void> {
  await pool.query(`
    ${ONE_INVOICE}, recurring as (
      insert into recurring_invoices (business_id, customer_id, content, currency, total,
        start_date, unit, every, delivery, catch_up, next_index, next_date)
      select business_id, id, '{}', 'USD', 5, '2026-12-01', 'month', 1, 'draft', 'all', 0,
        '2026-12-01'
      from customer
    ), message as (
      insert into emails (business_id, kind, invoice_id, to_address, subject, message, status,
        message_id, withdrawn)
      select business_id, 'invoice', id, 'm@harbor.example', 'Invoice', 'Hello', 'failed', 'a',
        'undone'
      from invoice
    ), news as (
      insert into notifications (business_id, type, title, message, invoice_id)
      select business_id, 'invoice.overdue', 'Overdue', 'INV-1', id from invoice
    )
    insert into checkouts (business_id, invoice_id, provider, key, account, amount, currency, pays,
      status, provider_id)
    select business_id, id, 'stripe', gen_random_uuid(), 'a', 5, 'USD', pays, status, name
    from invoice, (values ('balance', 'open', 'cs_1'), ('part', 'paid', 'cs_2')) given (pays, status, name)`);
}
