import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { storePlans } from './stored-rows/messages.ts';

/** What each table has more of by the migrations since the calendar's. */
const ADDED = {
  recurring_invoices: { exceptions: [], content: { roundingIncrement: null } },
  checkouts: { payer_id: null, visitor: null },
  emails: {
    claim: null,
    copies_left: [],
    copies_unsure: [],
    date_on_sending: false,
    refused_field: null,
  },
  notifications: { customer_id: null },
};

test.each(['embedded', 'postgresql'] as const)(
  'recurring invoices, checkouts, messages and news of before stay as they were (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_calendar');
    await storePlans(db);
    const read = async (table: string) =>
      (await db.pool.query(`select * from ${table} order by id`)).rows;
    const tables = Object.keys(ADDED) as (keyof typeof ADDED)[];
    const before = await Promise.all(tables.map(read));
    expect(before.map((rows) => rows.length)).toEqual([1, 2, 1, 1]);
    await migrate(db, { log: quietLog });
    for (const [at, table] of tables.entries()) {
      const expected = before[at]?.map((row: object) => ({ ...row, ...ADDED[table] }));
      expect(await read(table)).toEqual(expected);
    }

    const refuses = async (statement: string, code: string) =>
      expect(db.pool.query(statement), statement).rejects.toMatchObject({ code });
    const change = `insert into reminder_changes (business_id, invoice_id, due_date, days)
      select business_id, id, due_date, 7 from invoices`;
    await db.pool.query(change);
    await refuses(change, '23505');
    const part = (amount: number) => `
      insert into checkout_parts (business_id, checkout_id, invoice_id, amount)
      select business_id, id, invoice_id, ${amount} from checkouts where provider_id = 'cs_1'`;
    await refuses(part(0), '23514');
    await db.pool.query(part(5));
    await refuses(part(5), '23505');
    await db.pool.query(`update checkouts set pays = 'several' where provider_id = 'cs_1'`);
    await refuses(`update checkouts set pays = 'all'`, '23514');
    await refuses(`update emails set kind = 'portal_link'`, '23514');
    await db.pool.query('delete from invoices');
    expect(await db.pool.query('select 1 from reminder_changes')).toMatchObject({ rows: [] });
    expect(await db.pool.query('select 1 from checkout_parts')).toMatchObject({ rows: [] });
  },
);
