import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { PoolClient } from 'pg';
import { isStaleStatement, sqlState } from './constraint-errors.ts';
import type { Database, Queryable, Transaction } from './database.ts';
import { changedMeanwhile, ConcernsOthersError, keepLocks } from './lock-order.ts';

export interface TransactionOptions {
  /** READ COMMITTED unless told. */
  isolation?: PgTransactionConfig['isolationLevel'];
  readOnly?: boolean;
  /** How often the function may be run in all; 4 unless told (once, and three more). */
  attempts?: number;
}

/** The connection broke while the commit was on its way: it may have happened, or not. */
export class CommitOutcomeUnknownError extends Error {
  override readonly name = 'CommitOutcomeUnknownError';

  constructor(cause: unknown) {
    super('The connection to the database was lost during a commit', { cause });
  }
}

/** A statement failed, the function went on regardless, and PostgreSQL rolled everything back. */
export class TransactionAbortedError extends Error {
  override readonly name = 'TransactionAbortedError';

  constructor() {
    super('The transaction was rolled back: one of its statements had failed and was ignored');
  }
}

/** The connection broke before the commit was on its way: everything was rolled back. */
class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

/** How often transactions began anew: because they came to concern other invoices, and in favor of another. */
export const restarts = { concerned: 0, lost: 0 };

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
/** Operator intervention, connection exceptions, idle in transaction: PostgreSQL's last words. */
const LAST_WORDS = /^(57P|08|25P03)/;

const dialect = new PgDialect();

/** What a transaction does at its end. */
interface Ending {
  afterwards: (() => void)[];
  /** What is written last, by what writes it. */
  last: Map<object, Last>;
}

interface Last {
  items: unknown[];
  /** Writes them all. */
  write(tx: Transaction): Promise<void>;
}

const endings = new WeakMap<object, Ending>();

/** Runs once the transaction has committed for certain, and never when it has not. */
export function afterCommit(tx: Queryable, work: () => void): void {
  const ending = endings.get(tx);
  if (!ending) throw new Error('afterCommit needs the transaction of withTransaction');
  ending.afterwards.push(work);
}

/**
 * Has something written last in its transaction, together with all else that is written in this way: what
 * every other transaction waits for is locked for no longer than the commit takes.
 * @param write gets all items of the transaction, once
 */
export async function writeLast<Item>(
  db: Queryable,
  write: (db: Queryable, items: Item[]) => Promise<void>,
  items: Item[],
): Promise<void> {
  const ending = endings.get(db);
  if (!ending) return write(db, items);
  const all = [...((ending.last.get(write)?.items ?? []) as Item[]), ...items];
  ending.last.set(write, { items: all, write: (tx) => write(tx, all) });
}

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects.
 *
 * When PostgreSQL rolled it back in favor of another transaction (deadlock, serialization), all of
 * `work` is run again, so it must do nothing outside the database. So it is, once, when the
 * connection broke before the commit: the server was restarted, say, or this machine stood still for
 * longer than PostgreSQL waits for a transaction. And so it is when what it changes came to concern other
 * invoices while it waited (ConcernsOthersError), which are then locked with the rest; after three such
 * times it is refused. Nothing else is retried.
 *
 * Drizzle's own `transaction` loses a pooled connection when BEGIN fails, hides the error of `work`
 * behind that of a failed ROLLBACK, and takes the COMMIT of an aborted transaction, which PostgreSQL
 * answers with ROLLBACK, for a success; this one does not.
 * @throws AppError CONFLICT with `retryAfter` where others change the same invoices again and again
 * @throws CommitOutcomeUnknownError when the connection broke during COMMIT
 * @throws TransactionAbortedError when `work` swallowed the error of a statement
 */
export async function withTransaction<T>(
  db: Pick<Database, 'pool'>,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const attempts = options.attempts ?? 4;
  let lostConnection = false;
  const concerned = new Set<number>();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(await db.pool.connect(), work, options, concerned);
    } catch (error) {
      if (error instanceof ConcernsOthersError) {
        restarts.concerned += 1;
        if (attempt >= attempts) throw changedMeanwhile();
        for (const id of error.invoiceIds) concerned.add(id);
        continue;
      }
      if (error instanceof ConnectionLostError) {
        if (lostConnection || attempt >= attempts) throw error.cause;
        lostConnection = true;
        continue;
      }
      const state = sqlState(error);
      const lostToAnother = state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
      if (lostToAnother) restarts.lost += 1;
      if (!lostToAnother || attempt >= attempts) throw error;
      // Two that met once would meet again without a little chance.
      await sleep(2 ** attempt * 5 * (0.5 + Math.random()));
    }
  }
}

/**
 * Runs a part of a transaction that may fail by itself: what it has written is gone then, and the
 * rest of the transaction goes on.
 */
export async function withSavepoint<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  const ending = endings.get(tx);
  const before = ending && { hooks: ending.afterwards.length, last: new Map(ending.last) };
  await tx.execute(sql`savepoint part`);
  try {
    const result = await work();
    await tx.execute(sql`release savepoint part`);
    return result;
  } catch (error) {
    await tx.execute(sql`rollback to savepoint part`);
    if (ending && before) {
      ending.afterwards.splice(before.hooks);
      ending.last = before.last;
    }
    throw error;
  }
}

async function runOnce<T>(
  client: PoolClient,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
  concerned: ReadonlySet<number>,
): Promise<T> {
  let broken: Error | undefined;
  const breaks = (error?: Error) => {
    broken ??= error ?? new Error('The connection to the database ended');
  };
  client.on('error', breaks).on('end', breaks);
  try {
    await client.query(beginStatement(options));
    const session = new NodePgSession(client, dialect, undefined);
    const tx = new NodePgTransaction(dialect, session, undefined) as unknown as Transaction;
    const ending: Ending = { afterwards: [], last: new Map() };
    endings.set(tx, ending);
    keepLocks(tx, concerned);
    let result: T;
    try {
      result = await work(tx);
      for (const { write } of ending.last.values()) await write(tx);
    } catch (error) {
      await client.query('ROLLBACK').catch(breaks);
      throw error;
    }
    if (broken) throw broken;
    await commit(client);
    for (const hook of ending.afterwards) hook();
    return result;
  } catch (error) {
    if (error instanceof CommitOutcomeUnknownError) {
      breaks(error);
      throw error;
    }
    if (isShutdownError(error) || isStaleStatement(error)) breaks(error as Error);
    if (broken) throw new ConnectionLostError(broken.message, { cause: error });
    throw error;
  } finally {
    client.off('error', breaks).off('end', breaks);
    client.release(broken);
  }
}

const isShutdownError = (error: unknown) => LAST_WORDS.test(sqlState(error) ?? '');

async function commit(client: PoolClient): Promise<void> {
  let command: string;
  try {
    ({ command } = await client.query('COMMIT'));
  } catch (error) {
    // PostgreSQL may end a connection between the commit and its answer, too.
    if (sqlState(error) === null || isShutdownError(error))
      throw new CommitOutcomeUnknownError(error);
    throw error;
  }
  if (command !== 'COMMIT') throw new TransactionAbortedError();
}

function beginStatement({ isolation = 'read committed', readOnly }: TransactionOptions): string {
  return `BEGIN ISOLATION LEVEL ${isolation.toUpperCase()}${readOnly ? ' READ ONLY' : ''}`;
}
