import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { describeOnDatabase } from '../../../test/database/describe-on-database.ts';
import { createEmbeddedDataDir } from '../../../test/database/embedded-template.ts';
import { openTestDatabase } from '../../../test/database/open-test-database.ts';
import { quietLog, recordingLog } from '../../../test/database/quiet-log.ts';
import { openDatabase } from './open-database.ts';

describeOnDatabase('an open database', (db) => {
  test('answers', async () => {
    await db.ping();
  });

  test('gives calendar dates as text, which no time zone moves, and exact numbers as text', async () => {
    const { rows } = await db.pool.query(
      `SELECT date '2025-01-05' AS day, numeric '0.10' AS amount, 9007199254740993 AS big`,
    );
    expect(rows).toEqual([{ day: '2025-01-05', amount: '0.10', big: '9007199254740993' }]);
  });

  test('counts time in UTC on every connection', async () => {
    const clients = await Promise.all([db.pool.connect(), db.pool.connect()]);
    for (const client of clients) {
      const { rows } = await client.query(`SHOW TIME ZONE`);
      expect(rows).toEqual([{ TimeZone: 'UTC' }]);
      client.release();
    }
  });

  test('has the extensions that searching needs', async () => {
    const { rows } = await db.pool.query(
      `SELECT extname FROM pg_extension WHERE extname IN ('pg_trgm', 'btree_gin') ORDER BY 1`,
    );
    expect(rows).toEqual([{ extname: 'btree_gin' }, { extname: 'pg_trgm' }]);
  });
});

describe.each(['embedded', 'postgresql'] as const)('closing (%s)', (kind) => {
  test('lets a running transaction finish, takes no new ones, and may be asked twice', async () => {
    const { db, remove } = await openTestDatabase(kind);
    const client = await db.pool.connect();
    await client.query('BEGIN');
    const closed = db.close();
    await sleep(50);
    await expect(db.pool.query('SELECT 1')).rejects.toThrow('after calling end');
    await client.query('SELECT 1');
    await client.query('COMMIT');
    client.release();
    await closed;
    await remove();
  });
});

describe('openDatabase', () => {
  test('reports a server that is not there by ping, not by an uncaught error', async () => {
    const log = recordingLog();
    const db = await openDatabase({
      databaseUrl: 'postgresql://nobody@127.0.0.1:1/none',
      dataDir: '',
      log,
    });
    await expect(db.ping()).rejects.toThrow('ECONNREFUSED');
    await db.close();
  });

  test('goes on after PostgreSQL has ended its connections', async () => {
    const { db, remove } = await openTestDatabase('postgresql');
    const idle = await db.pool.connect();
    idle.release();
    const stalled = await db.pool.connect();
    await stalled.query('BEGIN');
    const other = await db.pool.connect();
    const ended = [idle, stalled].map((client) => new Promise((end) => client.once('end', end)));
    await other.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    other.release();
    await Promise.all(ended);
    await expect(stalled.query('COMMIT')).rejects.toThrow();
    stalled.release();
    await db.ping();
    await remove();
  });

  test('refuses a data folder that this process has open already', async () => {
    const dataDir = await createEmbeddedDataDir({ empty: true });
    const db = await openDatabase({ dataDir, log: quietLog });
    await expect(openDatabase({ dataDir, log: quietLog })).rejects.toThrow(
      `Remit is already running on ${dataDir} (process ${process.pid}).`,
    );
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});
