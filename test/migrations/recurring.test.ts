import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { storeNotification } from './stored-rows/messages.ts';

test.each(['embedded', 'postgresql'] as const)(
  'what was told before stays, and a recurring invoice holds nothing that cannot be (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_recurring_invoices');
    await storeNotification(db);
    const before = await db.pool.query('select * from notifications');
    await migrate(db, { log: quietLog });
    const after = await db.pool.query('select * from notifications');
    expect(after.rows).toMatchObject(
      before.rows.map((row: object) => ({ ...row, recurring_id: null })),
    );

    await db.pool.query(`
      insert into recurring_invoices (business_id, customer_id, content, currency, total,
        start_date, unit, every, delivery, catch_up, next_index, next_date,
        list_date)
      select business_id, id, '{}', 'USD', 100, '2026-12-01', 'month', 1, 'draft', 'all', 0,
        '2026-12-01', '2026-12-01' from customers`);
    const change = (set: string) => db.pool.query(`update recurring_invoices set ${set}`);
    await change(`status = 'ended', next_date = null, made_count = 1, max_occurrences = 1`);
    await change(
      `status = 'active', next_date = '2027-01-01', next_index = 1, max_occurrences = 2`,
    );
    for (const set of [
      `unit = 'moon'`,
      'every = 0',
      'every = 367',
      'day_of_month = 32',
      `unit = 'week', day_of_month = 3`,
      `end_date = '2026-11-30'`,
      'max_occurrences = 0',
      'max_occurrences = 1',
      'due_days = -1',
      'total = -1',
      `delivery = 'mail'`,
      `catch_up = 'some'`,
      `status = 'lost'`,
      `status = 'ended'`,
      'next_date = null',
      'next_index = -1',
      `next_date = '2026-11-30'`,
      `end_date = '2026-12-31'`,
      `problem = '{}'`,
    ]) {
      await expect(change(set), set).rejects.toMatchObject({ code: '23514' });
    }
    const run = (outcome: string, invoice: string | null = null) =>
      db.pool.query(
        `insert into recurring_runs (business_id, recurring_id, date, occurrence, outcome,
           invoice_id, is_told)
         select business_id, id, '2026-12-01', 0, $1, $2, true from recurring_invoices`,
        [outcome, invoice],
      );
    await expect(run('made')).rejects.toMatchObject({ code: '23514' });
    await expect(run('lost')).rejects.toMatchObject({ code: '23514' });
    await expect(run('made', '999')).rejects.toMatchObject({ code: '23503' });
    await run('skipped');
    // A day is dealt with once.
    await expect(run('missed')).rejects.toMatchObject({ code: '23505' });
  },
);
