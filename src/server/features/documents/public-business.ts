import { sql } from 'drizzle-orm';
import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import type { Queryable } from '../../db/database.ts';
import { locatePublicDocument } from './public-documents.store.ts';
import { TABLES } from './read-documents.ts';

/**
 * The business that an issued document's public address leads to; undefined where it leads nowhere. A
 * number names none, not even to its signed-in owner.
 */
export async function findPublicBusiness(
  db: Queryable,
  of: DocumentRef['of'],
  publicId: string,
): Promise<string | undefined> {
  const found = await locatePublicDocument(db, of, publicId, async () => undefined);
  if (!found) return undefined;
  const { businessId, id } = found;
  const { rows } = await db.execute(sql`
    select 1 from ${TABLES[of]} d where d.business_id = ${businessId} and d.id = ${id}
      and d.deleted_at is null and d.status <> 'draft'`);
  return rows.length > 0 ? businessId : undefined;
}
