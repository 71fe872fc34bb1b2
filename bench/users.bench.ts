import pg from 'pg';
import { startPostgresCluster } from '../test/database/postgres-cluster.ts';
import { medianMs } from './lists.bench.ts';
import type { Row } from './measure.ts';
import { inTurn, ms, times2 } from './measure.ts';
import { startServer } from './running-server.ts';

const MANY = 100_000;
const FEW = 100;
const ADMIN = 'admin@example.com';

/** The admin's screen among 100,000 accounts, against an installation of a hundred. */
export async function benchUsers(): Promise<Row[]> {
  const cluster = await startPostgresCluster({ durable: true });
  const many = await startInstallation(cluster.url('postgres'), cluster.url('many'), 'many', MANY);
  const few = await startInstallation(cluster.url('postgres'), cluster.url('few'), 'few', FEW);
  try {
    const rows: Row[] = [];
    for (const [what, path, goal] of [
      ['First page of users', '/api/admin/users?limit=60', 1.2],
      ['Search that finds one of them', '/api/admin/users?limit=60&search=person%2099', 0],
      ['The figures above the list', '/api/admin/user-stats', 0],
    ] as const) {
      const taken = await inTurn(
        5,
        () => medianMs(many.url + path, many.cookie),
        () => medianMs(few.url + path, few.cookie),
      );
      rows.push({
        what: `${what}, 100,000 accounts`,
        value: ms(taken.a),
        against: `100 accounts: ${ms(taken.b)}`,
        ratio: times2(taken.ratio),
        ...(goal > 0 ? { goal: `≤ ${goal}×`, met: taken.ratio <= goal } : {}),
      });
    }
    return rows;
  } finally {
    await many.stop();
    await few.stop();
    await cluster.stop();
  }
}

async function startInstallation(admin: string, databaseUrl: string, name: string, count: number) {
  const maker = new pg.Pool({ connectionString: admin });
  await maker.query(`create database ${name}`);
  await maker.end();
  const server = await startServer({ DATABASE_URL: databaseUrl, ADMIN_EMAIL: ADMIN });
  const cookie = await server.signUp(ADMIN);
  const pool = new pg.Pool({ connectionString: databaseUrl });
  await pool.query('update users set email_verified = true');
  await pool.query(
    `insert into users (email, name, first_name, last_name, subscription_status, created_at)
     select md5(n::text) || '@example.com', 'Person ' || n, 'Person', n::text,
       (array['trial', 'trial', 'active', 'canceled'])[1 + n % 4], now() - n * interval '7 minutes'
     from generate_series(1, $1::int) n`,
    [count],
  );
  await pool.query('vacuum analyze users');
  await pool.end();
  return { url: server.url, cookie, stop: () => server.stop() };
}
