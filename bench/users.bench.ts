import pg from 'pg';
import type { UserStats } from '../src/shared/admin/users.contract.ts';
import { BUSINESSES_OF_NEW_ACCOUNTS } from '../test/factories/businesses.ts';
import { medianMs, readJson } from './lists.bench.ts';
import type { Counted, Row } from './measure.ts';
import { inTurn, ms, times2 } from './measure.ts';
import { startServer } from './running-server.ts';
import type { Scene } from './scene.ts';

const ADMIN = 'admin@example.com';

/** The admin's screen among 100,000 accounts, against an installation of a hundred. */
export async function benchUsers(scene: Scene): Promise<Row[]> {
  const many = await startInstallation(await scene.database(), scene.size(100_000, 200));
  const startFew = async () => startInstallation(await scene.database(), 100);
  const few = await scene.size(startFew, async () => many)();
  try {
    const rows: Row[] = [];
    for (const [what, path, count, goal] of [
      ['First page of users', '/api/admin/users?limit=60', countRows, 1.2],
      [
        'Search that finds one of them',
        '/api/admin/users?limit=60&search=person%2099',
        countRows,
        0,
      ],
      ['The figures above the list', '/api/admin/user-stats', countUsers, 0],
    ] as const) {
      const counted = count(await readJson(many.url + path, many.cookie));
      const taken = await inTurn(
        scene.size(5, 1),
        () => medianMs(scene, many.url + path, many.cookie),
        () => medianMs(scene, few.url + path, few.cookie),
      );
      rows.push({
        what: `${what}, 100,000 accounts`,
        value: ms(taken.a),
        against: `100 accounts: ${ms(taken.b)}`,
        ratio: times2(taken.ratio),
        counted,
        ...(goal > 0 ? { goal: `≤ ${goal}×`, met: taken.ratio <= goal } : {}),
      });
    }
    return rows;
  } finally {
    for (const installation of new Set([many, few])) await installation.stop();
  }
}

const countRows = (answer: unknown): Counted => ({ rows: (answer as unknown[]).length });
const countUsers = (answer: unknown): Counted => ({ users: (answer as UserStats).totalUsers });

async function startInstallation(databaseUrl: string, count: number) {
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: ADMIN,
    SANDBOX: 'off',
  });
  const cookie = await server.signUp(ADMIN);
  const pool = new pg.Pool({ connectionString: databaseUrl });
  await pool.query('update users set email_verified = true');
  await pool.query(
    `insert into users (email, name, first_name, last_name, created_at)
     select md5(n::text) || '@example.com', 'Person ' || n, 'Person', n::text,
       now() - n * interval '7 minutes'
     from generate_series(1, $1::int) n`,
    [count],
  );
  await pool.query(BUSINESSES_OF_NEW_ACCOUNTS);
  await pool.query(
    `update businesses set subscription_status =
       (array['trial', 'trial', 'active', 'canceled'])[1 + extract(second from created_at)::int % 4]`,
  );
  await pool.query('vacuum analyze users, businesses, members');
  await pool.end();
  return { url: server.url, cookie, stop: () => server.stop() };
}
