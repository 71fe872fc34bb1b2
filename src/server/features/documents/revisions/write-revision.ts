import { sql } from 'drizzle-orm';
import type { DocumentRef } from '../../../../shared/documents/document-ref.ts';
import type { RevisionBody } from '../../../../shared/documents/revision-body.ts';
import type { Transaction } from '../../../db/database.ts';
import { executeNamed } from '../../../db/named-statements.ts';
import { canonicalJson } from '../../../platform/canonical/canonical-json.ts';
import type { PresentRow } from './compose-body.ts';
import { composeBody, selectPresent } from './compose-body.ts';
import type { ChainEnd } from './revision.store.ts';
import { chainEndColumn, insertRevision, nextRevision, readBody } from './revision.store.ts';

/** The only place that writes revisions; `take-over.ts` writes those of documents issued before there were any. */

type Present = PresentRow & { last: ChainEnd | null };

/**
 * Seals what an issued document says now, as the next of its chain; nothing where that is what the
 * latest revision says already. Two statements.
 * @param document locked, or made in this transaction; issued, and not a draft any more
 * @param mailed what the customer was sent, where a message issues it: an edit since is the next one
 * @throws AppError CONFLICT where the latest revision was altered, so that none can follow it
 */
export async function writeRevision(
  tx: Transaction,
  document: DocumentRef,
  now: Date,
  mailed?: RevisionBody,
): Promise<void> {
  const row = await readPresent(tx, document);
  let last = row.last ?? undefined;
  for (const body of [mailed, composeBody(document.of, row, now)]) {
    if (body) last = await append(tx, document, body, last, now);
  }
}

/** What a message that is on its way brings: what will be issued once it is accepted. */
export async function prepareRevision(
  tx: Transaction,
  document: DocumentRef,
  now: Date,
): Promise<RevisionBody> {
  const { last, ...row } = await readPresent(tx, document);
  const body = composeBody(document.of, row, now);
  const before = last ? readBody(last) : undefined;
  return last && before && saysTheSame(body, before, last) ? before : following(body, before);
}

async function readPresent(tx: Transaction, document: DocumentRef): Promise<Present> {
  const { of, businessId, id } = document;
  const query = sql`
    ${selectPresent(of, businessId, { columns: chainEndColumn(of, businessId) })}
    where d.business_id = ${businessId} and d.id = ${id}`;
  for (let again = false; ; again = true) {
    const { rows } = await executeNamed<Present & Record<string, unknown>>(tx, query);
    const [row] = rows;
    if (!row) throw new Error(`the ${of} to be issued is not there`);
    // Replaced between the looks at the profile and at its file: the next look sees both.
    if (row.logo || !row.seller?.logoUrl || again) return row;
  }
}

async function append(
  tx: Transaction,
  document: DocumentRef,
  body: RevisionBody,
  last: ChainEnd | undefined,
  now: Date,
): Promise<ChainEnd> {
  const before = last && readBody(last);
  if (last && before && saysTheSame(body, before, last)) return last;
  const row = nextRevision(document, following(body, before), last, now);
  await insertRevision(tx, document, row);
  return row;
}

/** Whether nothing but its place in the chain would be another. */
const saysTheSame = (body: RevisionBody, before: RevisionBody, last: ChainEnd): boolean =>
  canonicalJson({ ...body, revision: before.revision }) === last.body;

/** As the next of the chain: its number, what it replaces, and a time that is not before that one's. */
function following(body: RevisionBody, before: RevisionBody | undefined): RevisionBody {
  if (!before) return body;
  const { number, issuedAt, date } = before.revision;
  const isEarlier = new Date(body.revision.issuedAt) < new Date(issuedAt);
  const revision = {
    ...body.revision,
    ...(isEarlier ? { issuedAt, date } : {}),
    number: number + 1,
    replaces: { number, date },
  };
  return { ...body, revision };
}
