import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { quietLog } from './quiet-log.ts';

const HASH = 'a'.repeat(64);

test.each(['embedded', 'postgresql'] as const)(
  'lines and answers of before offer no choice, and say what they said (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_estimate_choice');
    await db.pool.query(`
      with business as (
        insert into businesses (id) values (gen_random_uuid()) returning id
      ), customer as (
        insert into customers (business_id, name) select id, 'Marta' from business
        returning business_id, id
      ), estimate as (
        insert into estimates (business_id, customer_id, estimate_number, number_key, issue_date,
          expiry_date, line_total, subtotal, total, status)
        select business_id, id, 'EST-1', 'est-1', '2026-11-20', '2026-12-20', 5, 5, 5, 'accepted'
        from customer returning business_id, id
      ), line as (
        insert into estimate_line_items (business_id, estimate_id, position, description, quantity,
          unit_price, total, net, gross)
        select business_id, id, 1, 'Trees', 1, 5, 5, 5, 5 from estimate
      )
      insert into estimate_answers (business_id, estimate_id, time_zone, ip_address, currency, total,
        revision, sha256, hash, number, answer, name, way)
      select business_id, id, 'UTC', '::1', 'USD', 5, 1, '${HASH}', '${HASH}', number, answer,
        case answer when 'accepted' then 'Marta' end, case answer when 'accepted' then 'typed' end
      from estimate, (values (1, 'declined'), (2, 'accepted')) given (number, answer)`);
    const read = async (table: string) =>
      (await db.pool.query(`select * from ${table} order by id`)).rows;
    const [lines, answers] = [await read('estimate_line_items'), await read('estimate_answers')];
    expect([lines.length, answers.length]).toEqual([1, 2]);
    await migrate(db, { log: quietLog });
    expect(await read('estimate_line_items')).toEqual(
      lines.map((line) => ({ ...line, optional: false, min_quantity: null, max_quantity: null })),
    );
    expect(await read('estimate_answers')).toEqual(
      answers.map((answer) => ({ ...answer, choice: null })),
    );
    // Who declines has chosen nothing.
    await expect(
      db.pool.query(`update estimate_answers set choice = '{}' where answer = 'declined'`),
    ).rejects.toMatchObject({ code: '23514' });
  },
);
