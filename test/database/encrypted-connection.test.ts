import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseConnection } from '../../src/server/db/database-address.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { openLiveBus } from '../../src/server/platform/live/live-bus.ts';
import { explainStartFailure } from '../../src/server/platform/log/start-failure.ts';
import { makeCertificates } from '../programs/certificates.ts';
import { freePort } from '../programs/free-port.ts';
import type { PostgresCluster } from './postgres-cluster.ts';
import { startPostgresCluster } from './postgres-cluster.ts';
import { quietLog } from './quiet-log.ts';

/** A PostgreSQL of its own that encrypts, with a certificate of an authority of ours. */
describe('DATABASE_URL with TLS', () => {
  let folder: string;
  let cluster: PostgresCluster;
  let port: number;
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'remit-tls-'));
    const { certificate, key } = await makeCertificates(folder);
    port = await freePort();
    cluster = await startPostgresCluster({
      tls: { port, certificate, key },
    });
  });
  afterAll(async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Whether the connection is encrypted; or why there is none, in the words of the start. */
  async function connect(query: string, host = 'localhost'): Promise<boolean | string> {
    const databaseUrl = `postgresql://postgres@${host}:${port}/postgres${query}`;
    try {
      const db = await openDatabase({ databaseUrl, dataDir: '', log: quietLog });
      try {
        const { rows } = await db.pool.query<{ ssl: boolean }>(
          'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
        );
        return rows[0]?.ssl ?? false;
      } finally {
        await db.close();
      }
    } catch (error) {
      return explainStartFailure(error);
    }
  }

  test('the right authority connects, encrypted, however verification is asked for', async () => {
    for (const mode of ['verify-full', 'verify-ca', 'require']) {
      expect(await connect(`?sslmode=${mode}&sslrootcert=${file('authority.pem')}`)).toBe(true);
    }
    expect(await connect(`?sslrootcert=${file('authority.pem')}`)).toBe(true);
  });

  test('another authority, none, and another name are refused in plain words', async () => {
    const untrusted =
      /^The database at DATABASE_URL was not trusted: its certificate comes from no authority that is known here \([A-Z_]+\)\.\nName the file of the right one in DATABASE_URL: \?sslmode=verify-full&sslrootcert=\/path\/to\/ca\.pem$/;
    for (const mode of ['verify-full', 'verify-ca', 'require', 'prefer']) {
      expect(await connect(`?sslmode=${mode}&sslrootcert=${file('other.pem')}`)).toMatch(untrusted);
      expect(await connect(`?sslmode=${mode}`)).toMatch(untrusted);
    }
    expect(await connect('?sslmode=verify-full&sslrootcert=system')).toMatch(untrusted);
    expect(
      await connect(`?sslmode=verify-full&sslrootcert=${file('authority.pem')}`, '127.0.0.1'),
    ).toMatch(
      /^The database at DATABASE_URL was not trusted: its certificate is for another host\./,
    );
  });

  test('the connection that hears of news is encrypted like the others', async () => {
    const databaseUrl = `postgresql://postgres@localhost:${port}/postgres?sslmode=verify-full&sslrootcert=${file('authority.pem')}`;
    const db = await openDatabase({ databaseUrl, dataDir: '', log: quietLog });
    const log = { ...quietLog, debug() {}, fatal() {} };
    const bus = openLiveBus(db, log, { news() {}, missed() {} });
    const encrypted = async () => {
      const { rows } = await db.pool.query<{ ssl: boolean }>(
        `select ssl from pg_stat_ssl join pg_stat_activity using (pid)
         where application_name = 'remit live'`,
      );
      return rows.map(({ ssl }) => ssl);
    };
    await expect.poll(encrypted).toEqual([true]);
    await bus.close();
    await db.close();
  });

  test('nobody who does not ask is bothered', async () => {
    expect(await connect('')).toBe(false);
    expect(await connect('?sslmode=disable')).toBe(false);
    expect(await connect('?sslmode=no-verify')).toBe(true);
  });

  test('a server that does not encrypt is not talked to in the clear', async () => {
    const plain = createServer((socket) => socket.on('data', () => socket.end('N')));
    await new Promise<void>((listening) => plain.listen(0, '127.0.0.1', listening));
    const { port: at } = plain.address() as AddressInfo;
    const databaseUrl = `postgresql://postgres@127.0.0.1:${at}/postgres?sslmode=verify-full`;
    const db = await openDatabase({ databaseUrl, dataDir: '', log: quietLog });
    const failure = await db.ping().catch((error: unknown) => error);
    expect(explainStartFailure(failure)).toMatch(
      /^The database at DATABASE_URL does not encrypt connections\./,
    );
    await db.close();
    await new Promise((closed) => plain.close(closed));
  });

  test('what cannot be a setting is refused before anybody is asked', async () => {
    await writeFile(file('empty.pem'), 'no certificate');
    const address = 'postgresql://ada:secret@db.example.com/remit';
    for (const [query, words] of [
      [
        '?sslmode=full',
        'sslmode in DATABASE_URL must be disable, verify-full or no-verify, and is',
      ],
      [
        `?sslmode=verify-full&sslrootcert=${file('missing.pem')}`,
        `sslrootcert in DATABASE_URL names a file that cannot be read: ${file('missing.pem')} (ENOENT)`,
      ],
      [
        `?sslmode=verify-full&sslrootcert=${file('empty.pem')}`,
        'sslrootcert in DATABASE_URL names a file without a certificate in PEM form',
      ],
      [
        `?sslmode=disable&sslrootcert=${file('authority.pem')}`,
        'sslrootcert in DATABASE_URL needs sslmode=verify-full: with disable nothing is verified',
      ],
    ] as const) {
      expect(() => databaseConnection(address + query)).toThrow(words);
      expect(() => databaseConnection(address + query)).not.toThrow('secret');
    }
    // Everything else of the address is the driver's.
    expect(databaseConnection(address)).toEqual({ connectionString: address });
    expect(databaseConnection(`${address}?sslmode=verify-full&application_name=x`)).toEqual({
      connectionString: `${address}?application_name=x`,
      ssl: { host: 'db.example.com' },
    });
  });
});
