import { setTimeout as sleep } from 'node:timers/promises';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { PoolClient } from 'pg';
import { sqlState } from './constraint-errors.ts';
import type { Database, Queryable, Transaction } from './database.ts';

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

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

const dialect = new PgDialect();

const hooks = new WeakMap<object, (() => void)[]>();

/** Runs once the transaction has committed for certain, and never when it has not. */
export function afterCommit(tx: Queryable, work: () => void): void {
  const waiting = hooks.get(tx);
  if (!waiting) throw new Error('afterCommit needs the transaction of withTransaction');
  waiting.push(work);
}

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects.
 *
 * When PostgreSQL rolled it back in favor of another transaction (deadlock, serialization), all of
 * `work` is run again, so it must do nothing outside the database. Nothing else is retried.
 *
 * Drizzle's own `transaction` loses a pooled connection when BEGIN fails, hides the error of `work`
 * behind that of a failed ROLLBACK, and takes the COMMIT of an aborted transaction, which PostgreSQL
 * answers with ROLLBACK, for a success; this one does not.
 * @throws CommitOutcomeUnknownError when the connection broke during COMMIT
 * @throws TransactionAbortedError when `work` swallowed the error of a statement
 */
export async function withTransaction<T>(
  db: Pick<Database, 'pool'>,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const attempts = options.attempts ?? 4;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(await db.pool.connect(), work, options);
    } catch (error) {
      const state = sqlState(error);
      const lostToAnother = state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
      if (!lostToAnother || attempt >= attempts) throw error;
      // Two that met once would meet again without a little chance.
      await sleep(2 ** attempt * 5 * (0.5 + Math.random()));
    }
  }
}

async function runOnce<T>(
  client: PoolClient,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  let broken: Error | undefined;
  try {
    await client.query(beginStatement(options));
    const session = new NodePgSession(client, dialect, undefined);
    const tx = new NodePgTransaction(dialect, session, undefined) as unknown as Transaction;
    const afterwards: (() => void)[] = [];
    hooks.set(tx, afterwards);
    let result: T;
    try {
      result = await work(tx);
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    }
    await commit(client);
    for (const hook of afterwards) hook();
    return result;
  } catch (error) {
    // Without a SQLSTATE it is not PostgreSQL that spoke: the connection may be in any state.
    if (error instanceof CommitOutcomeUnknownError) broken = error;
    throw error;
  } finally {
    client.release(broken);
  }
}

async function commit(client: PoolClient): Promise<void> {
  let command: string;
  try {
    ({ command } = await client.query('COMMIT'));
  } catch (error) {
    if (sqlState(error) !== null) throw error;
    throw new CommitOutcomeUnknownError(error);
  }
  if (command !== 'COMMIT') throw new TransactionAbortedError();
}

function beginStatement({ isolation = 'read committed', readOnly }: TransactionOptions): string {
  return `BEGIN ISOLATION LEVEL ${isolation.toUpperCase()}${readOnly ? ' READ ONLY' : ''}`;
}
