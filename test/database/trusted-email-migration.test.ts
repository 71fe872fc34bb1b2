import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { quietLog } from './quiet-log.ts';

test.each(['embedded', 'postgresql'] as const)(
  'messages, recipients and files stay as they were, and have nothing new (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_trusted_email');
    await db.pool.query(`
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
    const read = async () => ({
      emails: (await db.pool.query('select * from emails order by id')).rows,
      recipients: (await db.pool.query('select * from mail_recipients')).rows,
      uploads: (await db.pool.query('select * from uploads')).rows,
    });
    const before = await read();
    await migrate(db, { log: quietLog });
    const after = await read();
    const none = { cc: [], bcc: [], copied: [], refused: [], bounce: null, bounced_at: null };
    const same = (row: object) => expect.objectContaining(row) as object;
    expect(after).toEqual({
      emails: before.emails.map((row: object) => same({ ...row, ...none })),
      recipients: before.recipients.map((row: object) =>
        same({ ...row, bounced_at: null, unsubscribed_at: null }),
      ),
      uploads: before.uploads.map(same),
    });
    expect((await db.pool.query('select * from email_settings')).rows).toEqual([]);

    const refuses = (statement: string) =>
      expect(db.pool.query(statement), statement).rejects.toMatchObject({ code: '23514' });
    await refuses(`update emails set bounce = 'hard'`);
    await refuses(`update emails set bounce = 'lost', bounced_at = now()`);
    await refuses(`update emails set waits_for = 'christmas' where status = 'queued'`);
    await refuses(`update uploads set purpose = 'other'`);
    await db.pool.query(`update emails set waits_for = 'schedule' where status = 'queued'`);
    await db.pool.query(`update emails set bounce = 'hard', bounced_at = now()`);
  },
);
