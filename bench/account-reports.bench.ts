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
import type { RevenueReport, TaxReport } from '../src/shared/reports/account-report.contract.ts';
import { quietLog } from '../test/database/quiet-log.ts';
import { BUSINESSES_OF_NEW_ACCOUNTS } from '../test/factories/businesses.ts';
import { compare, inCents, took } from './figures.bench.ts';
import type { Counted, Row } from './measure.ts';
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
    select tax_currency, name, rate, category, sum(tax_base) as base, sum(tax_amount) from tax_entries
    where business_id = $1 and tax_date between $2::date and $3::date group by 1, 2, 3, 4`,
};

/**
 * Reports on the accounts of a business among others, planned for 100,000 invoices and measured with
 * 1,000,000. What is the same sum by hand is held against it; of the others the time is told.
 */
export async function benchAccountReports(scene: Scene): Promise<Row[]> {
  const invoices = scene.size(1_000_000, 1_200);
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

interface SumByHand {
  sum: string;
  customer_id?: string;
}

async function againstSums(scene: Scene, db: Database, pool: Pool, owner: string): Promise<Row[]> {
  const today = todayHere();
  const year = { from: addDays(today, -364), to: today };
  const byHand = (statement: string) => async () =>
    (await pool.query<SumByHand>(statement, [owner, year.from, year.to])).rows;
  const sum = (rows: SumByHand[]) => rows.reduce((total, row) => total + inCents(row.sum), 0);
  const receivables = { asOf: today, today, currency: CURRENCY, limit: 100 };
  const rows = [
    await compare(
      scene,
      'Receivables by age, today, and what is credit',
      {
        read: () => readReceivables(db.orm, owner, receivables),
        count: ({ currencies: [own], customerCount }) => ({
          open: inCents(own?.open),
          customers: customerCount,
        }),
      },
      {
        read: byHand(BY_HAND.open),
        count: (found) => ({
          open: sum(found),
          customers: new Set(found.map((row) => row.customer_id)).size,
        }),
      },
    ),
    await compare(
      scene,
      'Reconciliation of a year, with its opening balance',
      {
        read: () => readReconciliation(db.orm, owner, { range: year, today, currency: CURRENCY }),
        count: ({ currencies: [own] }) => ({
          change: inCents(own?.closing) - inCents(own?.opening),
        }),
      },
      { read: byHand(BY_HAND.entries), count: (found) => ({ change: sum(found) }) },
    ),
    await compare(
      scene,
      'Taxes of a year, by invoice',
      {
        read: () =>
          readTaxes(db.orm, owner, {
            range: year,
            basis: 'accrual',
            currency: CURRENCY,
            country: 'US',
          }),
        count: ({ currencies: [own] }) => ({
          tax: inCents(own?.amount),
          taxes: own?.rows.length ?? 0,
        }),
      },
      {
        read: byHand(BY_HAND.taxes),
        count: (found) => ({ tax: sum(found), taxes: found.length }),
      },
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
  const cash = { basis: 'cash', currency: CURRENCY, country: 'US' } as const;
  const works = [
    asRow(
      'Receivables by age, a year ago',
      () => readReceivables(db.orm, owner, past),
      ({ currencies: [own] }) => ({ open: inCents(own?.open) }),
    ),
    asRow(
      'Revenue of a year by invoice, by month and customer',
      () => readRevenue(db.orm, owner, { ...revenue, basis: 'accrual' }),
      countRevenue,
    ),
    asRow(
      'Revenue of a year by payment, by month and customer',
      () => readRevenue(db.orm, owner, { ...revenue, basis: 'cash' }),
      countRevenue,
    ),
    asRow(
      'Taxes of a quarter, by payment',
      () => readTaxes(db.orm, owner, { ...cash, range: quarter }),
      countTaxes,
    ),
    asRow(
      'Taxes of a year, by payment',
      () => readTaxes(db.orm, owner, { ...cash, range: year }),
      countTaxes,
    ),
    asRow(
      'Write-offs and refunds of a year',
      () => readLosses(db.orm, owner, { range: year, currency: CURRENCY }),
      ({ currencies: [own] }) => ({ months: own?.months.length ?? 0 }),
    ),
    asRow(
      'A page of entries',
      () => readEntries(db.orm, owner, { range: year, line: 'received', limit: 101 }),
      (entries) => ({ entries: entries.length }),
    ),
  ];
  const rows: Row[] = [];
  for (const work of works) rows.push(await work(scene));
  return rows;
}

/** A row of the time that something takes which nothing stands against. */
const asRow =
  <Answer>(what: string, read: () => Promise<Answer>, count: (answer: Answer) => Counted) =>
  async ({ size }: Scene): Promise<Row> => {
    const counted = count(await read());
    const taken = await times(size(7, 1), 1, () => took(read));
    return { what, value: ms(median(taken)), counted };
  };

const countRevenue = ({ currencies: [own], customerCount }: RevenueReport): Counted => ({
  gross: inCents(own?.gross),
  months: own?.periods.length ?? 0,
  customers: customerCount,
});

const countTaxes = ({ currencies: [own] }: TaxReport): Counted => ({
  tax: inCents(own?.amount),
  taxes: own?.rows.length ?? 0,
});
