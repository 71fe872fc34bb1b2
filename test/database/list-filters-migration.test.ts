import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { quietLog } from './quiet-log.ts';

const OWNERS = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const KINDS = [
  { kind: 'invoice', dates: ['due_date', 'next_due_date'] },
  { kind: 'estimate', dates: ['expiry_date'] },
  { kind: 'credit_note', dates: [] },
];

test.each(['embedded', 'postgresql'] as const)(
  'what customers opened before is known to be opened (%s)',
  async (database) => {
    const db = await openDatabaseBefore(database, '0031_list_filters');
    const query = async (text: string, values: unknown[] = []) =>
      (await db.pool.query(text, values)).rows;
    for (const owner of OWNERS) {
      await query('insert into businesses (id) values ($1)', [owner]);
      await query(`insert into customers (business_id, name) values ($1, 'Marta')`, [owner]);
      for (const { kind, dates } of KINDS) {
        // Two of each: the first was opened twice, by the first owner's customer alone.
        await query(
          `insert into ${kind}s (business_id, customer_id, ${kind}_number, number_key, issue_date,
             ${dates.map((name) => `${name},`).join(' ')} subtotal, line_total, total)
           select $1, id, n, n, '2026-11-20', ${dates.map(() => `'2026-12-20',`).join(' ')} 100, 100, 100
           from customers, (values ('1'), ('2')) as n (n) where business_id = $1`,
          [owner],
        );
        await query(
          `insert into public_documents (public_id, business_id, ${kind}_id)
           select md5($1 || '${kind}' || id), business_id, id from ${kind}s where business_id = $2`,
          [owner, owner],
        );
        if (owner !== OWNERS[0]) continue;
        await query(
          `insert into events (business_id, type, ${kind}_id, data, created_at)
           select business_id, type, id, '{}', at::timestamptz
           from ${kind}s, (values ('${kind}.created', '2026-11-20T08:00Z'),
             ('${kind}.viewed', '2026-11-22T08:00Z'), ('${kind}.viewed', '2026-11-21T08:00Z')) as e (type, at)
           where business_id = $1 and (${kind}_number = '1' or type = '${kind}.created')`,
          [owner],
        );
      }
    }
    await migrate(db, { log: quietLog });
    for (const { kind } of KINDS) {
      const opened = await query(
        `select d.business_id as owner, d.${kind}_number as number, p.viewed_at as at
         from public_documents p join ${kind}s d on d.business_id = p.business_id and d.id = p.${kind}_id
         order by 1, 2`,
      );
      expect(opened, kind).toEqual([
        { owner: OWNERS[0], number: '1', at: new Date('2026-11-21T08:00:00Z') },
        { owner: OWNERS[0], number: '2', at: null },
        { owner: OWNERS[1], number: '1', at: null },
        { owner: OWNERS[1], number: '2', at: null },
      ]);
    }
  },
);
