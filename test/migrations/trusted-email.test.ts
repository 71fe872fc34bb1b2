import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { storeEmails } from './stored-rows/messages.ts';

test.each(['embedded', 'postgresql'] as const)(
  'messages, recipients and files stay as they were, and have nothing new (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_trusted_email');
    await storeEmails(db);
    const read = async () => ({
      emails: (await db.pool.query('select * from emails order by id')).rows,
      recipients: (await db.pool.query('select * from mail_recipients')).rows,
      uploads: (await db.pool.query('select * from uploads')).rows,
    });
    const before = await read();
    await migrate(db, { log: quietLog });
    const after = await read();
    const none = {
      cc: [],
      bcc: [],
      copied: [],
      refused: [],
      copies_left: [],
      copies_unsure: [],
      bounce: null,
      bounced_at: null,
    };
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
