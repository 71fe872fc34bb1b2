import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import { aboutDocument } from '../../../shared/documents/document-ref.ts';
import { PUBLIC_ID } from '../../../shared/documents/public-id.ts';
import type { Queryable } from '../../db/database.ts';
import { executeNamed } from '../../db/named-statements.ts';
import { publicDocuments } from '../../db/tables/public-documents.table.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import { TABLES } from './read-documents.ts';

const COLUMNS = {
  invoice: publicDocuments.invoiceId,
  estimate: publicDocuments.estimateId,
  credit_note: publicDocuments.creditNoteId,
} as const;

/** Gives a new document its name in public addresses (decision 1): 128 random bits in hex. */
export async function insertPublicId(db: Queryable, document: DocumentRef): Promise<void> {
  const { businessId } = document;
  const publicId = randomBytes(16).toString('hex');
  const values = { publicId, businessId, ...aboutDocument(document) };
  await executeNamed(db, db.insert(publicDocuments).values(values));
}

/**
 * The document that a public address names: by its public id, or by its number for its signed-in
 * owner. Whether it may be seen is for the caller to say.
 */
export async function locatePublicDocument(
  db: Queryable,
  of: DocumentRef['of'],
  id: string,
  viewer: () => Promise<Actor | undefined>,
): Promise<DocumentRef | undefined> {
  if (PUBLIC_ID.test(id)) {
    const [row] = await db
      .select({ businessId: publicDocuments.businessId, id: COLUMNS[of] })
      .from(publicDocuments)
      .where(eq(publicDocuments.publicId, id));
    return row?.id == null ? undefined : { of, businessId: row.businessId, id: row.id };
  }
  if (!/^[1-9]\d{0,14}$/.test(id)) return undefined;
  const actor = await viewer();
  return actor && { of, businessId: actor.businessId, id: Number(id) };
}

const named = ({ of, businessId, id }: DocumentRef) =>
  and(eq(publicDocuments.businessId, businessId), eq(COLUMNS[of], id));

export async function wasViewed(db: Queryable, document: DocumentRef): Promise<boolean> {
  const [row] = await db
    .select({ at: publicDocuments.viewedAt })
    .from(publicDocuments)
    .where(named(document));
  return row?.at != null;
}

/**
 * The document is locked first, as whoever issues it has it: what comes after refers to it.
 * @returns whether this is the first time: of several at once the others wait for it, and are not
 */
export async function markViewed(
  db: Queryable,
  document: DocumentRef,
  now: Date,
): Promise<boolean> {
  const { of, businessId, id } = document;
  await db.execute(sql`
    select d.id from ${TABLES[of]} d
    where d.business_id = ${businessId} and d.id = ${id} for key share`);
  const rows = await db
    .update(publicDocuments)
    .set({ viewedAt: now })
    .where(and(named(document), isNull(publicDocuments.viewedAt)))
    .returning({ publicId: publicDocuments.publicId });
  return rows.length > 0;
}

/** How many versions of a document there are, as a statement. */
export const countRevisions = (db: Queryable, document: DocumentRef, revisions: number) =>
  db.update(publicDocuments).set({ revisions }).where(named(document));

/** The same for some documents of a kind that have their first. */
export async function countFirstRevisions(
  db: Queryable,
  businessId: string,
  of: DocumentRef['of'],
  ids: number[],
): Promise<void> {
  await db
    .update(publicDocuments)
    .set({ revisions: 1 })
    .where(and(eq(publicDocuments.businessId, businessId), inArray(COLUMNS[of], ids)));
}
