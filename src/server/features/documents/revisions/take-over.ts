import { sql } from 'drizzle-orm';
import type { KindName } from '../../../../shared/documents/document-content.ts';
import { ownerByOwner } from '../../../db/across-owners.ts';
import type { Transaction } from '../../../db/database.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import { sha256Hex } from '../../../platform/canonical/canonical-json.ts';
import type { Services } from '../../../platform/http/services.ts';
import { keepDigest, listWithoutDigest } from '../../../platform/uploads/upload.store.ts';
import { listNotTakenOver, markTakenOver } from '../../businesses/index.ts';
import { idColumn, TABLES } from '../read-documents.ts';
import type { PresentRow } from './compose-body.ts';
import { composeBody, selectPresent } from './compose-body.ts';
import { insertTakenOver, nextRevision } from './revision.store.ts';

type TakeOverServices = Pick<Services, 'db' | 'files' | 'clock' | 'log'>;

const BATCH = 500;

/**
 * Gives each document that was issued before there were revisions its first one, as its rows are now,
 * once for each business: a chain that is taken away later is not made anew, but missed.
 * Runs before the server listens. Each batch is a transaction: stopped at any moment, the next start
 * goes on; two that start at once make each revision once.
 * @returns how many were made
 */
export async function takeOverIssued(services: TakeOverServices): Promise<number> {
  const { db, log, clock } = services;
  await digestLogos(services);
  const owners = await listNotTakenOver(db.orm);
  const made = await ownerByOwner(owners, async (businessId) => {
    let own = 0;
    for (const kind of ['invoice', 'estimate'] as const) {
      own += await takeOver(services, kind, businessId);
    }
    await markTakenOver(db.orm, businessId, clock.now());
    return own;
  });
  if (made > 0) log.info({ made }, 'documents that were issued before have their first revision');
  return made;
}

async function takeOver(
  { db, clock }: TakeOverServices,
  kind: KindName,
  businessId: string,
): Promise<number> {
  let made = 0;
  for (let after = 0; ;) {
    const batch = await withTransaction(db, (tx) =>
      takeOverSome(tx, kind, businessId, after, clock.now()),
    );
    made += batch.made;
    if (batch.last === undefined) return made;
    after = batch.last;
  }
}

async function takeOverSome(
  tx: Transaction,
  kind: KindName,
  businessId: string,
  after: number,
  now: Date,
): Promise<{ last: number | undefined; made: number }> {
  // Locked, so that a save on another server comes wholly before or after.
  const documents = sql`(
    select * from ${TABLES[kind]} d
    where d.business_id = ${businessId} and d.id > ${after} and d.status <> 'draft' and not exists (
      select from document_revisions r
      where r.business_id = ${businessId} and r.${idColumn(kind)} = d.id)
    order by d.id limit ${BATCH} for no key update)`;
  const { rows } = await tx.execute<PresentRow & Record<string, unknown>>(
    selectPresent(kind, businessId, { documents }),
  );
  const revisions = rows.map((row) => {
    // It has said this since it was changed last.
    const body = composeBody(kind, row, new Date(row.updatedAt));
    return nextRevision({ of: kind, businessId, id: Number(row.id) }, body, undefined, now);
  });
  const made = await insertTakenOver(tx, kind, revisions);
  const last = rows.length < BATCH ? undefined : Math.max(...rows.map(({ id }) => Number(id)));
  return { last, made };
}

/** Logos that were stored before their digests were kept. */
async function digestLogos({ db, files, log }: TakeOverServices): Promise<void> {
  for (const { businessId, key } of await listWithoutDigest(db.orm, 'logo')) {
    const file = await files.read(key);
    if (file) await keepDigest(db.orm, businessId, key, sha256Hex(file));
    else log.warn({ key }, 'a stored logo is not there');
  }
}
