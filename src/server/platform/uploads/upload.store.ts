import type { SQL } from 'drizzle-orm';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { OBJECTS_PATH } from '../../../shared/files/server-paths.ts';
import { ownerByOwner, readAcrossOwners } from '../../db/across-owners.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { uploads } from '../../db/tables/uploads.table.ts';
import type { Purpose } from './upload-purposes.ts';
import { PURPOSES } from './upload-purposes.ts';

export type Upload = typeof uploads.$inferSelect;
export type NewUpload = typeof uploads.$inferInsert;

/** The key that an address of ours names; undefined for any other address and for none. */
export function parseObjectKey(address: string | null | undefined): string | undefined {
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
  { contentType, size, sha256 }: Pick<Upload, 'contentType' | 'size'> & Partial<Upload>,
  now: Date,
): Promise<void> {
  await db
    .update(uploads)
    .set({ contentType, size, sha256, uploadId: null, storedAt: now })
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
export function listUnfinishedUploads(
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

/** Whether an owner's upload of this key is awaited still. */
export async function isUnfinished(
  db: Queryable,
  businessId: string,
  key: string,
): Promise<boolean> {
  const rows = await db
    .select({ key: uploads.key })
    .from(uploads)
    .where(and(one(businessId, key), isNull(uploads.storedAt)));
  return rows.length > 0;
}

/** Begun or released before `before`, of all owners, oldest first. */
export async function listUnfinished(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<Pick<Upload, 'businessId' | 'key'>[]> {
  const rows = await readAcrossOwners<{ business_id: string; key: string }>(
    db,
    'unfinished uploads',
    sql`
      select business_id, key from uploads where stored_at is null and created_at < ${before}
      order by created_at limit ${limit}`,
  );
  return rows.map(({ business_id: businessId, key }) => ({ businessId, key }));
}

/**
 * Files that were sent and then saved with no record count as unfinished again.
 * @param since what was sent before it has been looked at already
 */
export async function releaseUnused(db: Queryable, since: Date, before: Date): Promise<void> {
  const owners = await readAcrossOwners<{ business_id: string }>(
    db,
    'unused uploads',
    sql`
      select distinct business_id from uploads
      where stored_at is not null and created_at >= ${since} and created_at < ${before}`,
  );
  await ownerByOwner(owners, async (businessId) => {
    for (const { name, shownBy } of Object.values(PURPOSES)) {
      const isUnused = shownBy.map(
        ({ table, businessId: owner, address, key }) => sql`
          not exists (select from ${table} where ${owner} = ${businessId}
            and ${address ? sql`${address} = ${OBJECTS_PATH} || ${uploads.key}` : sql`${key} = ${uploads.key}`})`,
      );
      await db.execute(sql`
        update ${uploads} set stored_at = null
        where ${uploads.businessId} = ${businessId} and ${uploads.purpose} = ${name}
          and ${uploads.storedAt} is not null
          and ${uploads.createdAt} >= ${since} and ${uploads.createdAt} < ${before}
          and ${sql.join(isUnused, sql` and `)}`);
    }
    return 1;
  });
}

/** Whether a record of the owner, even a deleted one that may come back, shows this file. */
export async function isFileShown(
  db: Queryable,
  { shownBy }: Purpose,
  owner: string,
  fileAddress: string,
): Promise<boolean> {
  for (const { table, businessId, address, key } of shownBy) {
    const names = address ? eq(address, fileAddress) : eq(key, parseObjectKey(fileAddress) ?? '');
    const rows = await db
      .select({ one: sql`1` })
      .from(table)
      .where(and(eq(businessId, owner), names))
      .limit(1);
    if (rows.length > 0) return true;
  }
  return false;
}

/**
 * A stored file and its digest as JSON, held against removal until the transaction ends; null where
 * none has this address.
 */
export const heldFile = (businessId: string, address: SQL): SQL => sql`(
  select json_build_object('key', u.key, 'sha256', u.sha256) from uploads u
  where u.business_id = ${businessId} and u.key = substr(${address}, ${OBJECTS_PATH.length + 1}::int)
  for key share)`;

/** Of a file that was stored before digests were kept. */
export async function keepDigest(
  db: Queryable,
  businessId: string,
  key: string,
  sha256: string,
): Promise<void> {
  await db
    .update(uploads)
    .set({ sha256 })
    .where(and(one(businessId, key), isNull(uploads.sha256)));
}

/** Files of a purpose, of all owners, that were stored before digests were kept. */
export async function listWithoutDigest(
  db: Queryable,
  purpose: Upload['purpose'],
): Promise<Pick<Upload, 'businessId' | 'key'>[]> {
  const rows = await readAcrossOwners<{ business_id: string; key: string }>(
    db,
    'logos without a digest',
    sql`
      select business_id, key from uploads
      where purpose = ${purpose} and stored_at is not null and sha256 is null`,
  );
  return rows.map(({ business_id: businessId, key }) => ({ businessId, key }));
}
