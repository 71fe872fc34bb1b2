import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';

type NoSchema = Record<string, never>;

/** Drizzle over the pool: each statement is a transaction of its own. */
export type Orm = NodePgDatabase<NoSchema> & { $client: Pool };

/** Drizzle inside one transaction. */
export type Transaction = Parameters<Parameters<NodePgDatabase<NoSchema>['transaction']>[0]>[0];

/** What a store takes: it does not care whether it works inside a transaction. */
export type Queryable = PgDatabase<NodePgQueryResultHKT, NoSchema>;

export interface Database {
  /** Drizzle, without a schema: tables are passed to each query. */
  orm: Orm;
  /** The driver underneath, for what Drizzle does not do. Dates come as 'YYYY-MM-DD' text. */
  pool: Pool;
  kind: 'embedded' | 'postgresql';
  /** Resolves when the database answers within five seconds; otherwise rejects. */
  ping(): Promise<void>;
  /** Lets running transactions finish (ten seconds at most), then closes. Safe to call twice. */
  close(): Promise<void>;
  /**
   * Writes a copy of the whole database to a .tar.gz file, while statements wait. Embedded only.
   * Unpacked as DATA_DIR/database it is that database again.
   */
  backup?(file: string): Promise<void>;
}

/** The part of a logger that this layer uses; pino's fits. */
export interface DatabaseLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
