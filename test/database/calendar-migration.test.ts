import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { quietLog } from './quiet-log.ts';

test.each(['embedded', 'postgresql'] as const)(
  'recurring invoices of before have all their days as scheduled, and invoices their reminders (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_calendar');
    await db.pool.query(`
      with business as (
        insert into businesses (id) values (gen_random_uuid()) returning id
      ), customer as (
        insert into customers (business_id, name) select id, 'Marta' from business
        returning business_id, id
      ), invoice as (
        insert into invoices (business_id, customer_id, invoice_number, number_key, issue_date,
          due_date, next_due_date, line_total, subtotal, total, status)
        select business_id, id, 'INV-1', 'inv-1', '2026-11-20', '2026-12-20', '2026-12-20', 5, 5, 5,
          'sent'
        from customer
      )
      insert into recurring_invoices (business_id, customer_id, content, currency, total, start_date,
        unit, every, delivery, catch_up, next_index, next_date)
      select business_id, id, '{}', 'USD', 5, '2026-12-01', 'month', 1, 'draft', 'all', 0, '2026-12-01'
      from customer`);
    const read = async () => (await db.pool.query('select * from recurring_invoices')).rows;
    const [before] = await read();
    await migrate(db, { log: quietLog });
    expect(await read()).toEqual([{ ...before, exceptions: [] }]);

    const change = (days: number) =>
      db.pool.query(
        `insert into reminder_changes (business_id, invoice_id, due_date, days, moved_to)
         select business_id, id, due_date, $1, null from invoices`,
        [days],
      );
    await change(0);
    await change(7);
    await expect(change(7)).rejects.toMatchObject({ code: '23505' });
    await db.pool.query('delete from invoices');
    expect((await db.pool.query('select * from reminder_changes')).rows).toEqual([]);
  },
);
