import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { OBJECTS_PATH } from '../../../shared/files/server-paths.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { uploads } from '../../db/tables/uploads.table.ts';
import type { Purpose } from './upload-purposes.ts';

export type Upload = typeof uploads.$inferSelect;
export type NewUpload = typeof uploads.$inferInsert;

/** The key that an address of ours names; undefined for any other address and for none. */
export function keyOf(address: string | null | undefined): string | undefined {
  return address?.startsWith(OBJECTS_PATH) ? address.slice(OBJECTS_PATH.length) : undefined;
}

const one = (businessId: string, key: string) =>
  and(eq(uploads.businessId, businessId), eq(uploads.key, key));

/** @param options.lock until the transaction ends */
export async function findUpload(
  db: Queryable,
  businessId: string,
  key: string,
  options: { lock?: boolean } = {},
): Promise<Upload | undefined> {
  const query = db.select().from(uploads).where(one(businessId, key));
  const [row] = await (options.lock ? query.for('update') : query);
  return row;
}

/** Holds an owner's further uploads until the transaction ends. */
export async function lockUploads(tx: Transaction, businessId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${businessId}`}, 0))`,
  );
}

export async function insertUpload(db: Queryable, values: NewUpload): Promise<void> {
  await db.insert(uploads).values(values);
}

/**
 * The file is whole and what it claims to be.
 * @param upload as it was when looking at the file began: one that was stored and released since
 *   stays released
 */
export async function markStored(
  db: Queryable,
  { businessId, key, size: before }: Pick<Upload, 'businessId' | 'key' | 'size'>,
  { contentType, size }: Pick<Upload, 'contentType' | 'size'>,
  now: Date,
): Promise<void> {
  await db
    .update(uploads)
    .set({ contentType, size, uploadId: null, storedAt: now })
    .where(and(one(businessId, key), isNull(uploads.storedAt), eq(uploads.size, before)));
}

/** Nothing shows the file any more: it counts as unfinished, and is cleared away like these. */
export async function releaseUpload(db: Queryable, businessId: string, key: string): Promise<void> {
  await db.update(uploads).set({ storedAt: null }).where(one(businessId, key));
}

export async function deleteUpload(db: Queryable, businessId: string, key: string): Promise<void> {
  await db.delete(uploads).where(one(businessId, key));
}

/**
 * Transfers that the owner has begun for a purpose and not finished, but for the newest.
 * @param newest how many of them
 */
export function listUnfinishedBefore(
  db: Queryable,
  { businessId, purpose }: Pick<Upload, 'businessId' | 'purpose'>,
  newest: number,
): Promise<Upload[]> {
  return db
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.businessId, businessId),
        eq(uploads.purpose, purpose),
        isNull(uploads.storedAt),
      ),
    )
    .orderBy(desc(uploads.createdAt), desc(uploads.id))
    .offset(newest);
}

/** Those of an owner that were begun before `before` and are not finished, or shown no more. */
export function listUnfinishedOf(
  db: Queryable,
  businessId: string,
  before: Date,
): Promise<Upload[]> {
  return db
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.businessId, businessId),
        isNull(uploads.storedAt),
        sql`${uploads.createdAt} < ${before}`,
      ),
    );
}

/**
 * Whether an upload of this key is awaited still, whoever's it is: keys are random.
 * @param since it was not begun before it: the index is read from there
 */
export async function isUnfinished(db: Queryable, key: string, since: Date): Promise<boolean> {
  const rows = await db
    .select({ key: uploads.key })
    .from(uploads)
    .where(
      and(isNull(uploads.storedAt), sql`${uploads.createdAt} >= ${since}`, eq(uploads.key, key)),
    )
    .limit(1);
  return rows.length > 0;
}

/** Begun or released before `before`, of all owners, oldest first. */
export function listUnfinished(db: Queryable, before: Date, limit: number): Promise<Upload[]> {
  return db
    .select()
    .from(uploads)
    .where(and(isNull(uploads.storedAt), sql`${uploads.createdAt} < ${before}`))
    .orderBy(uploads.createdAt)
    .limit(limit);
}

/**
 * Files that were sent and then saved with no record count as unfinished again.
 * @param since what was sent before it has been looked at already
 */
export async function releaseUnused(
  db: Queryable,
  { name, shownBy }: Purpose,
  since: Date,
  before: Date,
): Promise<void> {
  const { table, businessId, address } = shownBy;
  await db.execute(sql`
    update ${uploads} set stored_at = null
    where ${uploads.purpose} = ${name} and ${uploads.storedAt} is not null
      and ${uploads.createdAt} >= ${since} and ${uploads.createdAt} < ${before}
      and not exists (
        select from ${table}
        where ${businessId} = ${uploads.businessId} and ${address} = ${OBJECTS_PATH} || ${uploads.key})`);
}

/** Whether a record of the owner, even a deleted one that may come back, shows this file. */
export async function isShown(
  db: Queryable,
  { shownBy }: Purpose,
  owner: string,
  fileAddress: string,
): Promise<boolean> {
  const { table, businessId, address } = shownBy;
  const rows = await db
    .select({ address })
    .from(table)
    .where(and(eq(businessId, owner), eq(address, fileAddress)))
    .limit(1);
  return rows.length > 0;
}
