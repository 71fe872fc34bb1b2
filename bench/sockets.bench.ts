import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { Database } from '../src/server/db/database.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { openDatabase } from '../src/server/db/open-database.ts';
import { withTransaction } from '../src/server/db/with-transaction.ts';
import {
  renewedSessionCookie,
  SESSION_SECONDS,
} from '../src/server/features/accounts/session-cookie.ts';
import { notifyOwner } from '../src/server/features/notifications/index.ts';
import { notifyListeners, onEvents } from '../src/server/platform/events/record-events.ts';
import { deriveKey, readMasterKey } from '../src/server/platform/secrets/master-key.ts';
import { SOCKET_PATH } from '../src/shared/notifications/live-news.ts';
import { quietLog } from '../test/database/quiet-log.ts';
import { BUSINESSES_OF_NEW_ACCOUNTS } from '../test/factories/businesses.ts';
import type { Row } from './measure.ts';
import { median, mib, ms, requireSame, times2 } from './measure.ts';
import { startProgram, startServer } from './running-server.ts';
import type { Scene } from './scene.ts';

const AT_ONCE = 100;

/** One owner to a socket: news for all of them, from one transaction, until the last has arrived. */
export async function benchSockets({ size, database }: Scene): Promise<Row[]> {
  const [count, rounds] = size([2_000, 5], [5, 1]);
  const databaseUrl = await database();
  const db = await openDatabase({ databaseUrl, dataDir: '', log: quietLog });
  await migrate(db, { log: quietLog });
  onEvents(notifyOwner);
  const dataDir = await mkdtemp(join(tmpdir(), 'remit-sockets-'));
  const secret = randomBytes(32).toString('base64');
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRETS_KEY: secret,
    SANDBOX: 'off',
  });
  const bare = await startProgram(['--import', 'tsx', 'bench/bare-sockets-server.ts'], {});
  try {
    const owners = await makeOwners(db, readMasterKey(secret, dataDir), count);
    const before = server.memory();
    const start = performance.now();
    const peers = await open(
      `${server.url.replace('http', 'ws')}${SOCKET_PATH}`,
      owners.map(({ cookie }) => ({ cookie, origin: server.url })),
    );
    const opened = performance.now() - start;
    const memory = server.memory() - before;
    const barePeers = await open(
      bare.url.replace('http', 'ws'),
      owners.map(() => ({})),
    );
    const whole: number[] = [];
    const delivery: number[] = [];
    const bareTimes: number[] = [];
    let [heard, bareHeard] = [0, 0];
    for (let round = 0; round < rounds + 1; round += 1) {
      let committed = 0;
      const began = performance.now();
      const { last, told } = await untilAllHeard(peers, async () => {
        await notifyAll(db, owners);
        committed = performance.now();
      });
      heard += told;
      const asked = performance.now();
      const { last: bareLast, told: bareTold } = await untilAllHeard(barePeers, () =>
        fetch(bare.url),
      );
      bareHeard += bareTold;
      if (round === 0) continue;
      whole.push(last - began);
      delivery.push(Math.max(0, last - committed));
      bareTimes.push(bareLast - asked);
    }
    for (const socket of [...peers, ...barePeers]) socket.terminate();
    const counted = {
      ...requireSame('Notifications', { heard }, { heard: bareHeard }),
      notifications: await countNotifications(db, owners),
    };
    const [all, ofBare] = [median(whole), median(bareTimes)];
    const many = count.toLocaleString('en-US');
    return [
      {
        what: `Opening ${many} sockets, each with its session`,
        value: ms(opened),
        counted: { sockets: peers.length },
      },
      { what: `Memory of ${many} open sockets`, value: mib(memory), counted: { memory } },
      {
        what: `A notification to each of ${many}, written and at the last socket`,
        value: ms(all),
        against: `bare ws server, nothing written: ${ms(ofBare)}`,
        ratio: times2(all / ofBare),
        counted,
      },
      {
        what: 'Of this, after the commit',
        value: ms(median(delivery)),
        against: `bare ws server: ${ms(ofBare)}`,
        ratio: times2(median(delivery) / ofBare),
        goal: '≤ 3×',
        met: median(delivery) <= 3 * ofBare,
      },
    ];
  } finally {
    await bare.stop();
    await server.stop();
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Owner {
  businessId: string;
  cookie: string;
}

/** Accounts with a session each, written as signing in writes them: hashing passwords takes minutes. */
async function makeOwners(db: Database, masterKey: Buffer, count: number): Promise<Owner[]> {
  const key = deriveKey(masterKey, 'session cookies').toString('base64url');
  const owners = Array.from({ length: count }, () => ({
    userId: randomUUID(),
    token: randomBytes(24).toString('base64url'),
  }));
  const ids = owners.map(({ userId }) => userId);
  await db.pool.query(
    `insert into users (id, email, name) select id, id || '@example.com', 'Bench Owner'
     from unnest($1::uuid[]) as id`,
    [ids],
  );
  await db.pool.query(BUSINESSES_OF_NEW_ACCOUNTS);
  await db.pool.query(
    `insert into sessions (sid, user_id, expire)
     select * from unnest($1::text[], $2::uuid[], array_fill($3::timestamptz, array[$4::int]))`,
    [owners.map(({ token }) => token), ids, new Date(Date.now() + SESSION_SECONDS * 1_000), count],
  );
  const { rows } = await db.pool.query<{ account_id: string; business_id: string }>(
    'select account_id, business_id from members',
  );
  const businesses = new Map(rows.map((row) => [row.account_id, row.business_id]));
  return owners.map(({ userId, token }) => ({
    businessId: businesses.get(userId) ?? '',
    cookie: renewedSessionCookie(token, 3600, false, key).split(';')[0] ?? '',
  }));
}

/** News that are about no document, for every owner in one transaction. */
const notifyAll = (db: Database, owners: Owner[]) =>
  withTransaction(db, (tx) =>
    notifyListeners(
      tx,
      owners.map(({ businessId }) => ({
        businessId,
        type: 'trial.counted',
        data: { used: 8, allowed: 10 },
        createdAt: new Date(),
      })),
    ),
  );

async function open(url: string, headers: Record<string, string>[]): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let from = 0; from < headers.length; from += AT_ONCE) {
    const some = headers
      .slice(from, from + AT_ONCE)
      .map((own) => new WebSocket(url, { headers: own }));
    await Promise.all(some.map((socket) => once(socket, 'open')));
    sockets.push(...some);
  }
  return sockets;
}

/** @returns when the last of them had heard its news, and how many have */
async function untilAllHeard(
  sockets: WebSocket[],
  act: () => Promise<unknown>,
): Promise<{ last: number; told: number }> {
  let [last, told] = [0, 0];
  const heard = Promise.all(
    sockets.map(async (socket) => {
      const [message] = (await once(socket, 'message')) as [Buffer];
      last = performance.now();
      const { type } = JSON.parse(message.toString()) as { type: string };
      if (type !== 'notification') throw new Error(`A socket heard ${type}`);
      told += 1;
    }),
  );
  await act();
  await heard;
  return { last, told };
}

async function countNotifications(db: Database, owners: Owner[]): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    'select count(*)::int as count from notifications where business_id = any($1)',
    [owners.map(({ businessId }) => businessId)],
  );
  return rows[0]?.count ?? 0;
}
