import type { SQL } from 'drizzle-orm';
import { and, asc, eq, getTableName, inArray, isNull, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type * as z from 'zod';
import type { Queryable } from '../../db/database.ts';
import { lockOf, noteLocks } from '../../db/lock-order.ts';
import { selectNamed } from '../../db/named-statements.ts';
import type { Page } from '../lists/cursor.ts';
import {
  cutPage,
  decodeCursor,
  decodeDateCursor,
  searchCondition,
  USUAL_PAGE,
} from '../lists/cursor.ts';

/** A table with the columns of `ownedRecord` and `keptRecord`. */
type RecordTable = PgTable &
  Record<'businessId' | 'id' | 'searchText' | 'deletedAt' | 'version', AnyPgColumn>;

export interface ListQuery {
  search?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** A `$dynamic` select of drizzle. */
interface Select<Row> extends PromiseLike<Row[]> {
  where(condition: SQL | undefined): Select<Row>;
  orderBy(...columns: SQL[]): Select<Row>;
  limit(most: number): Select<Row>;
  prepare(name: string): { execute(): Promise<Row[]> };
}

interface ListOrder<Row> {
  column: AnyPgColumn;
  /** The column's value in a row that the list has read. */
  toListKey: (row: Row) => string;
  /** The column is a date. */
  ofDays?: boolean;
}

/** Which rows of a table are of some customers, who are mostly one that others were merged into. */
export const rowsOfCustomers =
  (table: PgTable & Record<'businessId' | 'customerId', AnyPgColumn>) =>
  (businessId: string, customerIds: readonly number[]): SQL | undefined =>
    and(eq(table.businessId, businessId), inArray(table.customerId, [...customerIds]));

/** Any table of an owner's rows. */
type OwnedTable = PgTable & Record<'businessId' | 'id', AnyPgColumn>;

/**
 * What the stores of all tables of an owner's rows do alike: each statement names the owner. Only the
 * feature that owns a table makes its store.
 * @param strength of `lock`; under 'no key update' other rows may begin to refer to the row
 */
export function ownedRows<Table extends OwnedTable>(
  table: Table,
  strength: 'update' | 'no key update' = 'update',
) {
  type Row = Table['$inferSelect'];
  const one = (businessId: string, id: number): SQL | undefined =>
    and(eq(table.businessId, businessId), eq(table.id, id));
  // Of any table: what drizzle says of the rows that it selects cannot be said of `Table`.
  const anyTable: PgTable = table;

  return {
    one,

    async find(db: Queryable, businessId: string, id: number): Promise<Row | undefined> {
      const [row] = await db.select().from(anyTable).where(one(businessId, id));
      return row;
    },

    /** Locks the row until the transaction ends. */
    async lock(db: Queryable, businessId: string, id: number): Promise<Row | undefined> {
      const kind = lockOf(getTableName(anyTable));
      if (kind) noteLocks(db, kind, [id]);
      const [row] = await selectNamed(
        db,
        `lock_${getTableName(anyTable)}`,
        db.select().from(anyTable).where(one(businessId, id)).for(strength),
      );
      return row;
    },

    async insert(db: Queryable, values: Table['$inferInsert']): Promise<Row> {
      const [row] = await db.insert(anyTable).values(values).returning();
      if (!row) throw new Error('the inserted row was not returned');
      return row;
    },

    async update(
      db: Queryable,
      businessId: string,
      id: number,
      values: PgUpdateSetSource<Table>,
    ): Promise<void> {
      await db.update(table).set(withoutOwner(values)).where(one(businessId, id));
    },
  };
}

/** Rows of which every change counts the version up. */
export function versionedRows<Table extends OwnedTable & Record<'version', AnyPgColumn>>(
  ...[table, strength]: Parameters<typeof ownedRows<Table>>
) {
  const rows = ownedRows(table, strength);
  return {
    ...rows,
    async update(
      db: Queryable,
      businessId: string,
      id: number,
      values: PgUpdateSetSource<Table>,
    ): Promise<Table['$inferSelect']> {
      const counted = { ...withoutOwner(values), version: sql`${table.version} + 1` };
      const [row] = await db
        .update(table as PgTable)
        .set(counted)
        .where(rows.one(businessId, id))
        .returning();
      if (!row) throw new Error('the updated row was not returned');
      return row;
    },
  };
}

/** A row never changes hands; Citus refuses even to be told the same owner again. */
function withoutOwner<Table extends OwnedTable>(
  values: PgUpdateSetSource<Table>,
): PgUpdateSetSource<Table> {
  const { businessId: _owner, ...changes } = values as Record<string, unknown>;
  return changes as PgUpdateSetSource<Table>;
}

/** What the stores of all kinds of record do alike. @see ownedRows */
export function recordStore<Table extends RecordTable>(
  ...[table, strength]: Parameters<typeof ownedRows<Table>>
) {
  const { one, find, lock } = ownedRows(table, strength);

  /** The owner's records that are not deleted, or those of them that a search finds. */
  const live = (businessId: string, search?: string): SQL | undefined =>
    and(
      eq(table.businessId, businessId),
      isNull(table.deletedAt),
      searchCondition(sql`${table.searchText}`, search),
    );

  return {
    one,
    live,
    find,
    lock,

    /** @returns the new record's id */
    async insert(db: Queryable, values: Table['$inferInsert']): Promise<number> {
      const [row] = await db.insert(table).values(values).returning({ id: table.id });
      if (!row) throw new Error('the inserted record was not returned');
      return Number(row.id);
    },

    /** Every change counts the version up. */
    async update(
      db: Queryable,
      businessId: string,
      id: number,
      values: PgUpdateSetSource<Table>,
    ): Promise<void> {
      await db
        .update(table)
        .set({ ...withoutOwner(values), version: sql`${table.version} + 1` })
        .where(one(businessId, id));
    },

    /**
     * The live records in an order, and then by id: the whole list, or a page of `limit`.
     * @param only a further condition
     */
    async list<Row extends { id: number }>(
      db: Queryable,
      select: Select<Row>,
      businessId: string,
      { search, limit, cursor }: ListQuery,
      { column, toListKey, ofDays = false }: ListOrder<Row>,
      only?: SQL,
    ): Promise<Page<Row>> {
      const decode = ofDays ? decodeDateCursor : decodeCursor;
      const after = cursor === undefined ? undefined : decode(cursor);
      const list = select
        .where(
          and(
            live(businessId, search),
            only,
            after && sql`(${column}, ${table.id}) > (${after.key}, ${after.id})`,
          ),
        )
        .orderBy(asc(column), asc(table.id));
      // One more than asked for, to know whether there is a next page.
      const page = limit === undefined ? list : list.limit(inText(limit + 1));
      const isUsual = limit === USUAL_PAGE && !search && !after && !only;
      const rows = await (isUsual ? selectNamed(db, `list_${getTableName(table)}`, page) : page);
      return cutPage(rows, limit, (row) => ({ key: toListKey(row), id: row.id }));
    },
  };
}

/** A limit that stands in the text: planned for any limit, a page would be a tenth of the list. */
const inText = (limit: number) => sql.raw(String(limit)) as unknown as number;

interface Dates<Instant> {
  createdAt: Instant;
  updatedAt: Instant;
}

/** A row as calls answer it: the fields of the answer's schema, in its order, with instants as text. */
export function presentRecord<Answer extends Dates<string>>(
  answer: z.ZodType<Answer> & z.ZodObject,
  row: Omit<Answer, keyof Dates<string>> & Dates<Date>,
): Answer {
  const known: Record<string, unknown> = row;
  const shown: Record<string, unknown> = {};
  // Whole lists come through here: a loop takes half the time of Object.fromEntries.
  for (const name in answer.shape) {
    const value = known[name];
    shown[name] = value instanceof Date ? value.toISOString() : value;
  }
  return shown as Answer;
}
