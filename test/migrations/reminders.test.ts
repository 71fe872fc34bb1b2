import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { storeWithdrawnEmail } from './stored-rows/messages.ts';

test.each(['embedded', 'postgresql'] as const)(
  'customers and messages stay as they were, and reminders hold nothing that cannot be (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_reminders');
    await storeWithdrawnEmail(db);
    const read = async () => ({
      emails: (await db.pool.query('select * from emails')).rows,
      customers: (await db.pool.query('select * from customers')).rows,
      invoices: (await db.pool.query('select * from invoices')).rows,
    });
    const before = await read();
    await migrate(db, { log: quietLog });
    const after = await read();
    const same = (row: object) => expect.objectContaining(row) as object;
    expect(after).toEqual({
      emails: before.emails.map((row: object) => same({ ...row, template: null })),
      customers: before.customers.map((row: object) => same({ ...row, never_remind: false })),
      invoices: before.invoices.map(same),
    });

    const refuses = async (statement: string, code: string) =>
      expect(db.pool.query(statement), statement).rejects.toMatchObject({ code });
    const settings = (values: string) => `
      insert into reminder_settings (business_id, enabled, send_from, send_until,
        business_days_only, steps, next_run_at)
      select id, true, ${values}, true, '[]', now() from businesses`;
    for (const hours of ['24, 25', '9, 9', '-1, 5', '9, 25']) {
      await refuses(settings(hours), '23514');
    }
    const reminder = (days: number, onDate: string) => `
      insert into invoice_reminders (business_id, invoice_id, due_date, days, on_date)
      select business_id, id, '2026-12-01', ${days}, '${onDate}' from invoices`;
    await db.pool.query(reminder(7, '2026-12-08'));
    // A step of a due date once, and one a day.
    await refuses(reminder(7, '2026-12-09'), '23505');
    await refuses(reminder(14, '2026-12-08'), '23505');
    await db.pool.query(reminder(14, '2026-12-15'));
    const pause = (reason: string) => `
      insert into reminder_pauses (business_id, invoice_id, reason)
      select business_id, id, '${reason}' from invoices`;
    await refuses(pause('tired'), '23514');
    await refuses(pause('promised'), '23514');
    await db.pool.query(pause('replied'));
    await refuses(`update emails set kind = 'reminder', invoice_id = null`, '23514');
    await db.pool.query(`update emails set kind = 'reminder', withdrawn = 'paused'`);
  },
);
