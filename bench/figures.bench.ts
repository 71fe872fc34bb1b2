import type { Pool } from 'pg';
import pg from 'pg';
import type { Database } from '../src/server/db/database.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { openDatabase } from '../src/server/db/open-database.ts';
import { readDashboard } from '../src/server/features/dashboard/read-dashboard.ts';
import { readReport } from '../src/server/features/reports/read-report.ts';
import { reportLines } from '../src/server/features/reports/report-csv.ts';
import { findEverything } from '../src/server/features/search/find-everything.ts';
import { systemClock } from '../src/server/platform/clock/clock.ts';
import { addDays } from '../src/shared/dates/calendar-date.ts';
import type { ReportRange } from '../src/shared/reports/report.contract.ts';
import { quietLog } from '../test/database/quiet-log.ts';
import { BUSINESSES_OF_NEW_ACCOUNTS } from '../test/factories/businesses.ts';
import { DASHBOARD, REPORT_NAMES, reportFigures, reportRows, SEARCHES } from './figures.sql.ts';
import type { Counted, Row } from './measure.ts';
import { inTurn, median, mib, ms, quantile, requireSame, times2 } from './measure.ts';
import type { Scene } from './scene.ts';
import { seedBusiness, seedOthers } from './seed-figures.ts';

/** What one person sees of a large business among others, against SQL written by hand (PostgreSQL). */
export async function benchFigures(scene: Scene): Promise<Row[]> {
  const large = scene.size(
    { invoices: 100_000, expenses: 50_000 },
    { invoices: 200, expenses: 100 },
  );
  const others = scene.size(
    { owners: 100, invoices: 500, expenses: 250 },
    { owners: 1, invoices: 10, expenses: 10 },
  );
  const databaseUrl = await scene.database();
  const db = await openDatabase({
    databaseUrl,
    dataDir: '',
    log: quietLog,
  });
  // A pool of its own, without the limits on statements of the application's.
  const pool = new pg.Pool({ connectionString: databaseUrl });
  try {
    await migrate(db, { log: quietLog });
    const email = 'many@example.com';
    await pool.query('insert into users (email, name) values ($1, $2)', [email, 'Large Owner']);
    await pool.query(BUSINESSES_OF_NEW_ACCOUNTS);
    const owner = await seedBusiness(pool, email, large);
    await seedOthers(pool, others.owners, others);
    await pool.query('vacuum analyze');
    return [
      ...(await benchSums(scene, db, pool, owner)),
      await benchExport(db, owner),
      ...(await benchSearch(scene, db, pool, owner)),
    ];
  } finally {
    await pool.end();
    await db.close();
  }
}

export const took = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** A way to figures, and what of its answer has to be the same by any other way. */
interface Way<Answer> {
  read: () => Promise<Answer>;
  count: (answer: Answer) => Counted;
}

/** Two ways to the same figures, in turn on the same machine, the first run of each left out. */
export async function compare<Ours, ByHand>(
  { size }: Scene,
  what: string,
  ours: Way<Ours>,
  byHand: Way<ByHand>,
) {
  const counted = requireSame(
    what,
    ours.count(await ours.read()),
    byHand.count(await byHand.read()),
  );
  const { a, b, ratio } = await inTurn(
    size(15, 1),
    () => took(ours.read),
    () => took(byHand.read),
  );
  return {
    what,
    value: ms(a),
    against: `SQL by hand: ${ms(b)}`,
    ratio: times2(ratio),
    goal: '≤ 3×',
    met: ratio <= 3,
    counted,
  };
}

/** An amount as a whole number of cents, in which sums are exact. */
export const inCents = (amount: string | null | undefined) => Math.round(Number(amount ?? 0) * 100);

async function benchSums(scene: Scene, db: Database, pool: Pool, owner: string): Promise<Row[]> {
  const services = { db, clock: systemClock };
  const today = new Date().toISOString().slice(0, 10);
  const rows: Row[] = [
    await compare(
      scene,
      'Dashboard, owner with 100,000 invoices and 50,000 expenses',
      {
        read: () => readDashboard(services, owner),
        count: ({ due, recentInvoices, outstanding, totalExpenses }) => ({
          due: due.invoices.length,
          recent: recentInvoices.length,
          outstanding: inCents(outstanding),
          expenses: inCents(totalExpenses),
        }),
      },
      {
        read: async () => (await pool.query<DashboardByHand>(DASHBOARD, [owner, today])).rows[0],
        count: countDashboard,
      },
    ),
  ];
  const cases: [ReportRange, number | undefined][] = [
    ['30', 50],
    ['365', 50],
    ['365', undefined],
  ];
  for (const reportType of REPORT_NAMES) {
    for (const [dateRange, limit] of cases) {
      const range = [owner, addDays(today, 1 - Number(dateRange)), today];
      const figures = reportFigures(dateRange === '365' ? 'month' : 'day');
      const items = reportRows(reportType, limit);
      rows.push(
        await compare(
          scene,
          `Report of ${reportType}, ${dateRange} days, ${limit === undefined ? 'all its rows' : `${limit} rows`}`,
          {
            read: () => readReport(services, owner, { reportType, dateRange, limit }),
            count: (report) => ({ rows: report.items.length, invoices: report.totalInvoices }),
          },
          {
            read: async () => ({
              figures: await pool.query<{ all_invoices: string }>(figures, range),
              items: await pool.query(items, range),
            }),
            count: (found) => ({
              rows: found.items.rows.length,
              invoices: Number(found.figures.rows[0]?.all_invoices),
            }),
          },
        ),
      );
    }
  }
  return rows;
}

interface DashboardByHand {
  totals: { status: string; due: string }[];
  spent: { total: string }[];
  due: unknown[];
  recent: unknown[];
}

const countDashboard = (found: DashboardByHand | undefined): Counted => ({
  due: found?.due.length ?? 0,
  recent: found?.recent.length ?? 0,
  outstanding: (found?.totals ?? [])
    .filter(({ status }) => status === 'sent' || status === 'overdue')
    .reduce((sum, { due }) => sum + inCents(due), 0),
  expenses: inCents(found?.spent[0]?.total),
});

/** All invoices of a year as a file: how long, and how much memory they take on the way. */
async function benchExport(db: Database, owner: string): Promise<Row> {
  const before = process.memoryUsage().rss;
  let [most, lines] = [before, 0];
  const services = { db, clock: systemClock };
  const asked = { reportType: 'invoices', dateRange: '365' } as const;
  const { itemCount } = await readReport(services, owner, { ...asked, limit: 1 });
  const taken = await took(async () => {
    for await (const part of reportLines(services, owner, asked)) {
      lines += part.split('\r\n').length - 1;
      most = Math.max(most, process.memoryUsage().rss);
    }
  });
  return {
    what: `Export of ${lines.toLocaleString('en-US')} lines`,
    value: ms(taken),
    against: `memory + ${mib(most - before)}`,
    // A line for its head.
    counted: requireSame('Export', { lines }, { lines: itemCount + 1 }),
  };
}

/** As somebody types the name of one customer after another: one letter, two, up to six. */
async function benchSearch(
  { size }: Scene,
  db: Database,
  pool: Pool,
  owner: string,
): Promise<Row[]> {
  const { rows: customers } = await pool.query<{ company: string }>(
    'select company from customers where business_id = $1 order by md5(id::text) limit $2',
    [owner, size(60, 1)],
  );
  const rows: Row[] = [];
  for (let letters = 1; letters <= 6; letters += 1) {
    const [ours, byHand, ratios]: [number[], number[], number[]] = [[], [], []];
    let hits = 0;
    for (const { company } of customers) {
      // 'Company 1f2e3d4c': what differs between customers begins after the word.
      const word = company.slice(8, 8 + letters).toLowerCase();
      const search = () => findEverything(db.orm, owner, word, new Date());
      const searchByHand = () =>
        Promise.all(SEARCHES.map((query) => pool.query(query, [owner, `%${word}%`])));
      const a = await took(search);
      const b = await took(searchByHand);
      const found = Object.values(await search()).flat().length;
      const foundByHand = (await searchByHand()).flatMap((answer) => answer.rows).length;
      hits += requireSame(`Search for ${word}`, { found }, { found: foundByHand })['found'] ?? 0;
      ours.push(a);
      byHand.push(b);
      ratios.push(a / b);
    }
    const ratio = median(ratios);
    rows.push({
      what: `Search as you type, ${letters} ${letters === 1 ? 'letter' : 'letters'}`,
      value: `p50 ${ms(median(ours))}, p95 ${ms(quantile(ours, 0.95))}`,
      against: `the bare queries: p50 ${ms(median(byHand))}, p95 ${ms(quantile(byHand, 0.95))}`,
      ratio: times2(ratio),
      goal: '≤ 2×',
      met: ratio <= 2,
      counted: { hits },
    });
  }
  return rows;
}
