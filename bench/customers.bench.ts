import pg from 'pg';
import type { Statement } from '../src/shared/customers/customer-account.contract.ts';
import type { Row } from './measure.ts';
import { inTurn, median, ms, requireSame, times, times2 } from './measure.ts';
import { rebuildSums } from './rebuild-sums.ts';
import type { Scene } from './scene.ts';
import { seedBusiness } from './seed-figures.ts';

const EMAIL = 'accounts@example.com';

/** The page of a customer with many invoices against one with few, and a long statement (PostgreSQL). */
export async function benchCustomers(scene: Scene): Promise<Row[]> {
  const { size } = scene;
  const counts = size({ many: 10_000, few: 10, stated: 2_500 }, { many: 60, few: 10, stated: 20 });
  const server = await scene.server('postgresql');
  // One connection: what is gathered stands in a temporary table.
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 1 });
  try {
    const cookie = await server.signUp(EMAIL);
    const business = { invoices: size(100_000, 200), expenses: size(1_000, 10) };
    const owner = await seedBusiness(pool, EMAIL, business);
    const { many, few, stated } = await gatherInvoices(pool, owner, counts);
    await pool.query('vacuum analyze');

    const read = async (path: string): Promise<string> => {
      const answer = await fetch(`${server.url}${path}`, { headers: { cookie } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.text();
    };
    const listOf = (id: number) => `/api/invoices?limit=20&customerId=${id}&status=unpaid`;
    /** What the page asks for when it is opened, at once as a browser does. */
    const open = (id: number) => async () =>
      median(
        await times(size(40, 1), size(10, 0), () =>
          Promise.all([read(`/api/customers/${id}/account`), read(listOf(id))]),
        ),
      );
    const countListed = async (id: number) =>
      (JSON.parse(await read(listOf(id))) as unknown[]).length;
    const listed = { many: await countListed(many), few: await countListed(few) };
    const page = await inTurn(size(5, 1), open(many), open(few));

    const statement = `/api/customers/${stated}/statement?from=2000-01-01`;
    const { accounts } = JSON.parse(await read(statement)) as Statement;
    const entries = accounts.flatMap((one) => one.entries).length;
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ledger_entries where business_id = $1 and customer_id = $2`,
      [owner, stated],
    );
    const counted = requireSame('Statement', { entries }, { entries: rows[0]?.count ?? 0 });
    const taken = median(await times(size(20, 1), size(3, 0), () => read(statement)));
    return [
      {
        what: 'Page of a customer with 10,000 invoices, of 100,000',
        value: ms(page.a),
        against: `customer with 10: ${ms(page.b)}`,
        ratio: times2(page.ratio),
        goal: '≤ 1.2×',
        met: page.ratio <= 1.2,
        counted: listed,
      },
      {
        what: `Statement of ${entries.toLocaleString('en-US')} entries`,
        value: ms(taken),
        goal: '≤ 500 ms',
        met: taken <= 500,
        counted,
      },
    ];
  } finally {
    await pool.end();
  }
}

type Gathered = Record<'many' | 'few' | 'stated', number>;

/**
 * Gives so many of a business's invoices, with all that came for them, to one customer each. Those of the
 * customer with few are all open: so the pages of both list invoices.
 */
async function gatherInvoices(pool: pg.Pool, owner: string, counts: Gathered): Promise<Gathered> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into customers (business_id, name, sort_name)
     select $1, name, name from unnest(array['many', 'few', 'stated']) with ordinality as c (name, n)
     order by n returning id`,
    [owner],
  );
  const [many = 0, few = 0, stated = 0] = rows.map(({ id }) => Number(id));
  await pool.query(
    `create temporary table gathered as
     with open as (
       select id from invoices
       where business_id = $1 and status in ('sent', 'overdue') and deleted_at is null
       order by id limit $3
     )
     select id, case when n <= $3::int then $6::bigint when n <= $2::int + $3::int then $5::bigint
       else $7::bigint end as customer_id
     from (
       select id, row_number() over (order by id not in (select id from open), md5(id::text)) as n
       from invoices where business_id = $1
     ) i
     where n <= $2::int + $3::int + $4::int`,
    [owner, counts.many, counts.few, counts.stated, many, few, stated],
  );
  for (const [table, key] of [
    ['invoices', 'id'],
    ['payments', 'invoice_id'],
    ['ledger_entries', 'invoice_id'],
  ]) {
    await pool.query(
      `update ${table} t set customer_id = g.customer_id from gathered g
       where t.business_id = $1 and t.${key} = g.id`,
      [owner],
    );
  }
  await pool.query('drop table gathered');
  await pool.query(rebuildSums(owner));
  return { many, few, stated };
}
