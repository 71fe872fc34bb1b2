import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { DOCUMENT_KINDS } from '../../../../shared/documents/document-content.ts';
import type { DocumentRef } from '../../../../shared/documents/document-ref.ts';
import { listRevisionChanges } from '../../../../shared/documents/revision-changes.ts';
import type { Revision } from '../../../../shared/documents/revision.contract.ts';
import { AppError, notFound } from '../../../../shared/errors/app-error.ts';
import type { Queryable } from '../../../db/database.ts';
import { fromDocuments } from '../read-documents.ts';
import type { StoredRevision } from './revision.store.ts';
import { findRevision, listRevisions } from './revision.store.ts';

/** @throws AppError NOT_FOUND for a missing, deleted or foreign document alike */
async function requireDocument(db: Queryable, { of, businessId, id }: DocumentRef): Promise<void> {
  const { rows } = await db.execute(sql`
    select 1 ${fromDocuments(of, businessId)}
    where d.business_id = ${businessId} and d.id = ${id} and d.deleted_at is null`);
  if (rows.length === 0) throw notFound(DOCUMENT_KINDS[of].name);
}

/** @throws AppError NOT_FOUND (document, version) */
export async function readRevision(
  db: Queryable,
  document: DocumentRef,
  number: number,
): Promise<StoredRevision> {
  const [found] = await Promise.all([
    findRevision(db, document, number),
    requireDocument(db, document),
  ]);
  if (!found) throw notFound('Version');
  return found;
}

/** What was issued, newest first, each with what it says otherwise than the one before. */
export async function readRevisions(
  db: Queryable,
  document: DocumentRef,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<Revision[]> {
  await requireDocument(db, document);
  const described: Revision[] = [];
  let after: StoredRevision | undefined;
  // One more, for the oldest to be compared with.
  for (let left = limit + 1; left > 0;) {
    const some = await listRevisions(db, document, {
      limit: left,
      before: after?.number ?? before,
    });
    if (some.length === 0) break;
    left -= some.length;
    for (const revision of some) {
      if (after) {
        described.push({ ...presentFacts(after), changes: describeChanges(revision, after) });
      }
      after = revision;
      // Two versions of thousands of lines take a while to be compared: others are answered between.
      await nextTurn();
    }
  }
  if (after && described.length < limit) described.push({ ...presentFacts(after), changes: [] });
  return described;
}

/** Of versions that cannot be read, the others are told all the same. */
function describeChanges(before: StoredRevision, after: StoredRevision): Revision['changes'] {
  try {
    return listRevisionChanges(before.body, after.body);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ field: 'Version', before: null, after: error.message }];
  }
}

const presentFacts = ({ number, createdAt, sha256, takenOver }: StoredRevision) => ({
  number,
  createdAt: createdAt.toISOString(),
  sha256,
  // A chain has no gaps.
  replaces: number === 1 ? null : number - 1,
  takenOver,
});

/** A revision as a call answers it. */
export const presentRevision = (revision: StoredRevision) => ({
  ...presentFacts(revision),
  previousSha256: revision.previousSha256,
  hash: revision.hash,
  body: revision.body,
  canonical: revision.canonical,
});
