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
import type { Row } from './measure.ts';
import { inTurn, median, mib, ms, quantile, times2 } from './measure.ts';
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

/** Two ways to the same figures, in turn on the same machine, the first run of each left out. */
export async function compare(
  { size }: Scene,
  what: string,
  ours: () => Promise<unknown>,
  byHand: () => Promise<unknown>,
) {
  await ours();
  await byHand();
  const { a, b, ratio } = await inTurn(
    size(15, 1),
    () => took(ours),
    () => took(byHand),
  );
  return {
    what,
    value: ms(a),
    against: `SQL by hand: ${ms(b)}`,
    ratio: times2(ratio),
    goal: '≤ 3×',
    met: ratio <= 3,
  };
}

async function benchSums(scene: Scene, db: Database, pool: Pool, owner: string): Promise<Row[]> {
  const services = { db, clock: systemClock };
  const today = new Date().toISOString().slice(0, 10);
  const rows: Row[] = [
    await compare(
      scene,
      'Dashboard, owner with 100,000 invoices and 50,000 expenses',
      () => readDashboard(services, owner),
      () => pool.query(DASHBOARD, [owner, today]),
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
          () => readReport(services, owner, { reportType, dateRange, limit }),
          async () => {
            await pool.query(figures, range);
            await pool.query(items, range);
          },
        ),
      );
    }
  }
  return rows;
}

/** All invoices of a year as a file: how long, and how much memory they take on the way. */
async function benchExport(db: Database, owner: string): Promise<Row> {
  const before = process.memoryUsage().rss;
  let [most, lines] = [before, 0];
  const taken = await took(async () => {
    const services = { db, clock: systemClock };
    const asked = { reportType: 'invoices', dateRange: '365' } as const;
    for await (const part of reportLines(services, owner, asked)) {
      lines += part.split('\r\n').length - 1;
      most = Math.max(most, process.memoryUsage().rss);
    }
  });
  return {
    what: `Export of ${lines.toLocaleString('en-US')} lines`,
    value: ms(taken),
    against: `memory + ${mib(most - before)}`,
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
    for (const { company } of customers) {
      // 'Company 1f2e3d4c': what differs between customers begins after the word.
      const word = company.slice(8, 8 + letters).toLowerCase();
      const a = await took(() => findEverything(db.orm, owner, word, new Date()));
      const b = await took(() =>
        Promise.all(SEARCHES.map((query) => pool.query(query, [owner, `%${word}%`]))),
      );
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
    });
  }
  return rows;
}
