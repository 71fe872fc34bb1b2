import type { Pool } from 'pg';
import pg from 'pg';
import type { Database } from '../src/server/db/database.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { openDatabase } from '../src/server/db/open-database.ts';
import { readEntries } from '../src/server/features/reports/account-entries.ts';
import { readReceivables } from '../src/server/features/reports/receivables-by-age.ts';
import { readLosses, readReconciliation } from '../src/server/features/reports/reconciliation.ts';
import { readRevenue } from '../src/server/features/reports/revenue-by-period.ts';
import { readTaxes } from '../src/server/features/reports/tax-report.ts';
import { addDays } from '../src/shared/dates/calendar-date.ts';
import { quietLog } from '../test/database/quiet-log.ts';
import { BUSINESSES_OF_NEW_ACCOUNTS } from '../test/factories/businesses.ts';
import { compare, took } from './figures.bench.ts';
import type { Row } from './measure.ts';
import { median, ms, times } from './measure.ts';
import type { Scene } from './scene.ts';
import { seedBusiness, seedOthers } from './seed-figures.ts';

const CURRENCY = 'USD';

/** $1 the owner, $2 and $3 the first and the last day. */
const BY_HAND = {
  open: `
    select customer_id, currency, width_bucket($3::date - due_date, array[1, 31, 61, 91]) as age,
      sum(amount_due)
    from invoices
    where business_id = $1 and deleted_at is null and status in ('sent', 'overdue')
      and $2::date is not null
    group by 1, 2, 3`,
  entries: `
    select type, currency, date_trunc('month', entry_date), sum(amount) from ledger_entries
    where business_id = $1 and entry_date between $2::date and $3::date group by 1, 2, 3`,
  taxes: `
    select tax_currency, name, rate, category, sum(tax_base), sum(tax_amount) from tax_entries
    where business_id = $1 and tax_date between $2::date and $3::date group by 1, 2, 3, 4`,
};

/**
 * Reports on the accounts of a business among others, planned for 100,000 invoices and measured with
 * 1,000,000. What is the same sum by hand is held against it; of the others the time is told.
 */
export async function benchAccountReports(scene: Scene): Promise<Row[]> {
  const invoices = scene.size(1_000_000, 200);
  const databaseUrl = await scene.database();
  const db = await openDatabase({ databaseUrl, dataDir: '', log: quietLog });
  // A pool of its own, without the limits on statements of the application's.
  const pool = new pg.Pool({ connectionString: databaseUrl });
  try {
    await migrate(db, { log: quietLog });
    const email = 'many@example.com';
    await pool.query('insert into users (email, name) values ($1, $2)', [email, 'Large Owner']);
    await pool.query(BUSINESSES_OF_NEW_ACCOUNTS);
    const owner = await seedBusiness(pool, email, { invoices, expenses: 10 });
    await seedOthers(pool, scene.size(100, 1), { invoices: scene.size(500, 10), expenses: 10 });
    await pool.query('vacuum analyze');
    return [...(await againstSums(scene, db, pool, owner)), ...(await alone(scene, db, owner))];
  } finally {
    await pool.end();
    await db.close();
  }
}

const todayHere = () => new Date().toISOString().slice(0, 10);

async function againstSums(scene: Scene, db: Database, pool: Pool, owner: string): Promise<Row[]> {
  const today = todayHere();
  const year = { from: addDays(today, -364), to: today };
  const byHand = (statement: string) => () => pool.query(statement, [owner, year.from, year.to]);
  const receivables = { asOf: today, today, currency: CURRENCY, limit: 100 };
  const rows = [
    await compare(
      scene,
      'Receivables by age, today, and what is credit',
      () => readReceivables(db.orm, owner, receivables),
      byHand(BY_HAND.open),
    ),
    await compare(
      scene,
      'Reconciliation of a year, with its opening balance',
      () => readReconciliation(db.orm, owner, { range: year, today, currency: CURRENCY }),
      byHand(BY_HAND.entries),
    ),
    await compare(
      scene,
      'Taxes of a year, by invoice',
      () => readTaxes(db.orm, owner, { range: year, basis: 'accrual', currency: CURRENCY }),
      byHand(BY_HAND.taxes),
    ),
  ];
  // The first two also read every entry before the year: what stands beside them does not.
  return rows.map(({ met, goal, ...row }, place) => (place === 2 ? { ...row, met, goal } : row));
}

async function alone(scene: Scene, db: Database, owner: string): Promise<Row[]> {
  const today = todayHere();
  const year = { from: addDays(today, -364), to: today };
  const quarter = { from: addDays(today, -180), to: addDays(today, -91) };
  const revenue = { range: year, by: 'month', currency: CURRENCY, limit: 100 } as const;
  const past = { asOf: addDays(today, -365), today, currency: CURRENCY, limit: 100 };
  const cash = { basis: 'cash', currency: CURRENCY } as const;
  const works: [string, () => Promise<unknown>][] = [
    ['Receivables by age, a year ago', () => readReceivables(db.orm, owner, past)],
    [
      'Revenue of a year by invoice, by month and customer',
      () => readRevenue(db.orm, owner, { ...revenue, basis: 'accrual' }),
    ],
    [
      'Revenue of a year by payment, by month and customer',
      () => readRevenue(db.orm, owner, { ...revenue, basis: 'cash' }),
    ],
    ['Taxes of a quarter, by payment', () => readTaxes(db.orm, owner, { ...cash, range: quarter })],
    ['Taxes of a year, by payment', () => readTaxes(db.orm, owner, { ...cash, range: year })],
    [
      'Write-offs and refunds of a year',
      () => readLosses(db.orm, owner, { range: year, currency: CURRENCY }),
    ],
    [
      'A page of entries',
      () => readEntries(db.orm, owner, { range: year, line: 'received', limit: 101 }),
    ],
  ];
  const rows: Row[] = [];
  for (const [what, work] of works) {
    const taken = await times(scene.size(7, 1), 1, () => took(work));
    rows.push({ what, value: ms(median(taken)) });
  }
  return rows;
}
