import { createHash } from 'node:crypto';
import type { SQLWrapper } from 'drizzle-orm';
import { is } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgQueryResultKind } from 'drizzle-orm/pg-core';
import { PgDialect, PgTransaction } from 'drizzle-orm/pg-core';
import type { Pool, QueryResultRow } from 'pg';
import { isStaleStatement } from './constraint-errors.ts';
import type { Queryable } from './database.ts';

/** Each connection keeps the plans of as many; further texts are planned each time, as all others. */
const MOST_NAMES = 100;

const dialect = new PgDialect();
const names = new Map<string, string>();

/**
 * Runs a statement under a name, by which a connection parses and plans it once and not each time:
 * that takes longer than most statements themselves. The plan may be one for any values, so it is for
 * statements that run often and find their rows by key, and never for a search or a sum, whose best
 * plan depends on what is looked for.
 */
export async function executeNamed<Row extends Record<string, unknown>>(
  db: Queryable,
  query: SQLWrapper,
): Promise<PgQueryResultKind<NodePgQueryResultHKT, Row>> {
  const built = dialect.sqlToQuery(query.getSQL());
  const run = (name?: string) =>
    db._.session
      .prepareQuery<{
        execute: PgQueryResultKind<NodePgQueryResultHKT, Row>;
        all: never;
        values: never;
      }>(built, undefined, name, false)
      .execute();
  try {
    return await run(statementName(built.sql));
  } catch (error) {
    // Its transaction is lost and is run again, on another connection.
    if (!isStaleStatement(error) || is(db, PgTransaction)) throw error;
    return run();
  }
}

/**
 * The same for a select of drizzle's, whose rows keep their shapes.
 * @param name of this text alone
 */
export async function selectNamed<Rows>(
  db: Queryable,
  name: string,
  select: PromiseLike<Rows> & { prepare(name: string): { execute(): Promise<Rows> } },
): Promise<Rows> {
  try {
    return await select.prepare(`remit_${name}`).execute();
  } catch (error) {
    if (!isStaleStatement(error) || is(db, PgTransaction)) throw error;
    return select;
  }
}

/** The same by the driver itself, whose errors do not repeat the parameters. */
export async function queryNamed<Row extends QueryResultRow>(
  pool: Pool,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const run = async (name?: string) =>
    (await pool.query<Row>({ text, values, ...(name !== undefined && { name }) })).rows;
  try {
    return await run(statementName(text));
  } catch (error) {
    if (!isStaleStatement(error)) throw error;
    return run();
  }
}

function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  // Of the text, so that one name never stands for two statements, whoever gave it.
  const name = `remit_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  names.set(text, name);
  return name;
}
