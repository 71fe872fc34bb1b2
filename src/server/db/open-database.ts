import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { waitAtMost } from '../../shared/time-limits/running-time.ts';
import { databaseConnection } from './database-address.ts';
import type { Database, DatabaseLog } from './database.ts';
import { asFullDisk, hasNoRoom, NO_ROOM_ADVICE } from './disk-full.ts';
import { FolderInUseError } from './embedded/folder-lock.ts';
import { PortStream } from './embedded/port-stream.ts';
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from './embedded/start-embedded-database.ts';

export interface OpenDatabaseOptions {
  /** A PostgreSQL address; without one the embedded database in `dataDir` is opened. */
  databaseUrl?: string | undefined;
  dataDir: string;
  log: DatabaseLog;
  /** Connections at most; 10 unless told. */
  poolSize?: number;
  /**
   * Called when the embedded database has failed for good. Unless told, the reason is logged and
   * the process ends with status 70, so that whoever watches it starts it again, from the disk.
   */
  onFailure?: (error: Error) => void;
  timeLimits?: Partial<DatabaseTimeLimits>;
}

/** What is waited for, and how long, in ms. */
export interface DatabaseTimeLimits {
  /** A free connection. */
  connection: number;
  /** PostgreSQL only: the end of a statement. */
  statement: number;
  /** PostgreSQL only: a lock that another transaction holds. */
  lock: number;
  /**
   * The next statement of a transaction, which is rolled back otherwise. By itself the embedded
   * database, which a transaction has to itself, waits for less.
   */
  idleInTransaction: number;
}

const PING_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 10_000;
const TIME_LIMITS: DatabaseTimeLimits = {
  connection: 15_000,
  statement: 60_000,
  lock: 20_000,
  idleInTransaction: 30_000,
};

/**
 * Sent once on every new connection, so that both kinds behave alike. Reports are long statements over
 * few rows: compiling one took as long as all the rest of it.
 * https://www.postgresql.org/docs/current/jit-decision.html
 */
const sessionSettings = ({ statement, lock, idleInTransaction }: DatabaseTimeLimits) => `
  SET TIME ZONE 'UTC';
  SET jit = off;
  SET statement_timeout = ${statement};
  SET lock_timeout = ${lock};
  SET idle_in_transaction_session_timeout = ${idleInTransaction}`;

const DATE_OID = 1082;

/**
 * Opens the database: PostgreSQL at `databaseUrl`, or the embedded one. Both are reached by the
 * same driver. PostgreSQL is not contacted until the first query.
 * @throws FolderInUseError when another process has the data folder open, DatabaseAddressError
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  if (options.databaseUrl !== undefined && options.databaseUrl !== '') {
    const pool = createPool(options, databaseConnection(options.databaseUrl));
    const settings = sessionSettings({ ...TIME_LIMITS, ...options.timeLimits });
    pool.on('connect', (client) => {
      client.query(settings).catch((error: Error) => {
        options.log.error({ err: error }, 'could not set up a database connection');
      });
    });
    return toDatabase(pool, 'postgresql', options);
  }
  const embedded = await openEmbedded(options);
  const pool = createPool(options, {
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new PortStream(() => embedded.openPort()),
  });
  return toDatabase(pool, 'embedded', options, embedded);
}

/** @throws an error with the code ENOSPC, whatever the engine says, where the disk is full */
async function openEmbedded(options: OpenDatabaseOptions): Promise<EmbeddedDatabase> {
  const starting = startEmbeddedDatabase({
    dataDir: options.dataDir,
    log: options.log,
    onFailure:
      options.onFailure ?? ((error) => endProcess(asFullDisk(error, options.dataDir), options.log)),
    ...(options.timeLimits?.idleInTransaction && {
      idleInTransactionMs: options.timeLimits.idleInTransaction,
    }),
  });
  return starting.catch((error: Error) => {
    throw error instanceof FolderInUseError ? error : asFullDisk(error, options.dataDir);
  });
}

function createPool(options: OpenDatabaseOptions, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: options.timeLimits?.connection ?? TIME_LIMITS.connection,
    application_name: 'remit',
    keepAlive: true,
    types: {
      // A calendar date is text: the driver's Date would move it with the server's time zone.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === DATE_OID ? (text: string) => text : pg.types.getTypeParser(oid, format),
    },
    ...config,
  });
  // Without a listener, a connection that breaks while nobody uses it would end the process.
  pool.on('error', (error) =>
    options.log.warn({ err: error }, 'an idle database connection broke'),
  );
  // The same for one that breaks between two statements of a transaction; the next one reports it.
  pool.on('connect', (client) => {
    client.on('error', (error) => options.log.warn({ err: error }, 'a database connection broke'));
  });
  return pool;
}

function toDatabase(
  pool: pg.Pool,
  kind: Database['kind'],
  options: OpenDatabaseOptions,
  embedded?: EmbeddedDatabase,
): Database {
  let closing: Promise<void> | undefined;
  return {
    pool,
    kind,
    orm: drizzle({ client: pool }),
    ping: () => ping(pool),
    close: () => {
      closing ??= close(pool, options.log, embedded);
      return closing;
    },
    ...(embedded && { backup: (file: string) => embedded.backup(file) }),
  };
}

async function ping(pool: pg.Pool): Promise<void> {
  await waitAtMost(PING_TIMEOUT_MS, pool.query('SELECT 1'), () => {
    throw new Error(`The database did not answer within ${PING_TIMEOUT_MS} ms`);
  });
}

/** Waits for the connections in use, but not for ever. */
async function close(pool: pg.Pool, log: DatabaseLog, embedded?: EmbeddedDatabase): Promise<void> {
  await waitAtMost(CLOSE_TIMEOUT_MS, pool.end(), () =>
    log.warn({ open: pool.totalCount }, 'closing the database although transactions are open'),
  );
  await embedded?.close();
}

function endProcess(error: Error, log: DatabaseLog): void {
  const next = hasNoRoom(error) ? NO_ROOM_ADVICE : 'stopping, a restart recovers from the disk';
  log.error({ err: error }, `${error.message}; ${next}`);
  // A moment for the log to be written.
  setTimeout(() => process.exit(70), 100);
}
