import type { SQL } from 'drizzle-orm';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { KindName } from '../../../../shared/documents/document-content.ts';
import type { DocumentRef } from '../../../../shared/documents/document-ref.ts';
import type { RevisionBody } from '../../../../shared/documents/revision-body.ts';
import { revisionBodySchema } from '../../../../shared/documents/revision-body.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Queryable } from '../../../db/database.ts';
import { executeNamed } from '../../../db/named-statements.ts';
import { documentRevisions, revisionPdfs } from '../../../db/tables/revisions.table.ts';
import { canonicalJson, sha256Hex } from '../../../platform/canonical/canonical-json.ts';
import { countFirstRevisions, countRevisions } from '../public-documents.store.ts';
import { idColumn, TABLES } from '../read-documents.ts';

export type RevisionRow = typeof documentRevisions.$inferSelect;

/** What the next revision of a chain builds on. */
export type ChainEnd = Pick<RevisionRow, 'number' | 'body' | 'sha256' | 'hash'> & {
  createdAt: Date | string;
};

const COLUMNS = {
  invoice: documentRevisions.invoiceId,
  estimate: documentRevisions.estimateId,
  credit_note: documentRevisions.creditNoteId,
} as const;

const of = (document: DocumentRef): SQL | undefined =>
  and(eq(documentRevisions.businessId, document.businessId), eq(COLUMNS[document.of], document.id));

/** The number of the latest revision, as a column of a select of documents `d`. */
export const revisionColumn = (kind: KindName, businessId: string): SQL => sql`
  (select max(r.number) from ${documentRevisions} r
   where r.business_id = ${businessId} and r.${idColumn(kind)} = d.id) as revision`;

/**
 * When a document was issued first, as an expression; of one that was issued before there were revisions,
 * and of a draft, when it was made.
 * @param d what the statement calls the document
 */
export function firstIssuedAt(kind: KindName, businessId: string, d: string): SQL {
  const row = sql.identifier(d);
  return sql`coalesce((select r.created_at from ${documentRevisions} r
    where r.business_id = ${businessId} and r.${idColumn(kind)} = ${row}.id and r.number = 1
      and not r.taken_over), ${row}.created_at)`;
}

/** The end of a document's chain as JSON, as a column of a select of documents `d`. */
export const chainEndColumn = (kind: KindName, businessId: string): SQL => sql`
  (select json_build_object('number', r.number, 'body', r.body, 'sha256', r.sha256, 'hash', r.hash,
     'createdAt', r.created_at)
   from ${documentRevisions} r
   where r.business_id = ${businessId} and r.${idColumn(kind)} = d.id
   order by r.number desc limit 1) as last`;

const NO_HASH = Buffer.alloc(32);

/** The hash of a revision from the one before it (in hex; none of the first) and its own bytes. */
export const chainedHash = (previous: string | undefined, body: string): string =>
  sha256Hex(previous === undefined ? NO_HASH : Buffer.from(previous, 'hex'), body);

/** Of two times the later: a clock can go back, and who waits for a lock has looked at it before. */
const later = (a: Date, b: Date): Date => (a < b ? b : a);

/** A row to be inserted that carries a chain on; not made before the one that it follows. */
export function nextRevision(
  document: DocumentRef,
  body: RevisionBody,
  last: ChainEnd | undefined,
  now: Date,
) {
  const text = canonicalJson(body);
  return {
    businessId: document.businessId,
    invoiceId: document.of === 'invoice' ? document.id : null,
    estimateId: document.of === 'estimate' ? document.id : null,
    creditNoteId: document.of === 'credit_note' ? document.id : null,
    number: body.revision.number,
    body: text,
    sha256: sha256Hex(text),
    previousSha256: last?.sha256 ?? null,
    hash: chainedHash(last?.hash, text),
    logoKey: body.logo?.key ?? null,
    createdAt: last ? later(now, new Date(last.createdAt)) : now,
  };
}
export type NewRevision = ReturnType<typeof nextRevision>;

/** Writes it, and how many there are by then. @param row of a document that is locked, or new */
export async function insertRevision(
  db: Queryable,
  document: DocumentRef,
  row: NewRevision,
): Promise<void> {
  const counted = countRevisions(db, document, row.number).getSQL();
  const inserted = db.insert(documentRevisions).values(row).getSQL();
  await executeNamed(db, sql`with counted as (${counted}) ${inserted}`);
}

/** Two statements for any number; what has a revision meanwhile keeps it. @returns how many were new */
export async function insertTakenOver(
  db: Queryable,
  kind: KindName,
  rows: NewRevision[],
): Promise<number> {
  if (!rows[0]) return 0;
  const column = (pick: (row: NewRevision) => string | number | null) => sql.param(rows.map(pick));
  const { businessId, createdAt } = rows[0];
  const { rows: made } = await db.execute<{ document: string }>(sql`
    insert into document_revisions
      (business_id, invoice_id, estimate_id, number, body, sha256, hash, logo_key, created_at, taken_over)
    select ${businessId}::uuid, r.invoice_id, r.estimate_id, 1, r.body, r.sha256, r.hash,
      r.logo_key, ${createdAt.toISOString()}::timestamptz, true
    from unnest(
      ${column((row) => row.invoiceId)}::bigint[],
      ${column((row) => row.estimateId)}::bigint[],
      ${column((row) => row.body)}::text[],
      ${column((row) => row.sha256)}::text[],
      ${column((row) => row.hash)}::text[],
      ${column((row) => row.logoKey)}::text[]
    ) as r (invoice_id, estimate_id, body, sha256, hash, logo_key)
    on conflict do nothing
    returning ${idColumn(kind)} as document`);
  const documents = made.map(({ document }) => Number(document));
  if (documents.length > 0) await countFirstRevisions(db, businessId, kind, documents);
  return made.length;
}

/** Of bodies that are read at once. */
const BYTES_AT_ONCE = 4_000_000;

/** The bytes of the bodies before a row `r`, in an order; told from their lengths alone. */
const bytesAhead = (order: SQL): SQL =>
  sql`sum(octet_length(r.body)) over (order by ${order}) - octet_length(r.body)`;

/** A revision as it is checked, and the digest of its stored PDF beside that PDF's own. */
export type CheckedRevision = Pick<
  RevisionRow,
  'id' | 'number' | 'body' | 'sha256' | 'previousSha256' | 'hash'
> & { document: number; pdfSha256: string | null; pdfDigest: string | null };

/**
 * The revisions of some documents, by document and number: as many as can be read at once, and at
 * least one.
 * @param after the last of the page before
 */
export async function listChains(
  db: Queryable,
  kind: KindName,
  businessId: string,
  documents: number[],
  after: { document: number; number: number },
  limit: number,
): Promise<CheckedRevision[]> {
  const document = sql`r.${idColumn(kind)}`;
  const { rows } = await db.execute<CheckedRevision & Record<string, unknown>>(sql`
    select r.id, r.document, r.number, r.body, r.sha256,
      r.previous_sha256 as "previousSha256", r.hash, p.sha256 as "pdfSha256",
      encode(sha256(p.pdf), 'hex') as "pdfDigest"
    from (
      select r.*, ${document} as document,
        ${bytesAhead(sql`${document}, r.number`)} as ahead
      from ${documentRevisions} r
      where r.business_id = ${businessId} and ${document} = any(${sql.param(documents)}::bigint[])
        and (${document}, r.number) > (${after.document}::bigint, ${after.number}::int)
      order by ${document}, r.number limit ${limit}
    ) r
    left join ${revisionPdfs} p on p.business_id = ${businessId} and p.revision_id = r.id
    where r.ahead < ${BYTES_AT_ONCE}
    order by r.document, r.number`);
  return rows.map((row) => ({ ...row, document: Number(row.document) }));
}

/** A revision that can be read and drawn. */
export interface StoredRevision {
  id: number;
  document: DocumentRef;
  number: number;
  sha256: string;
  previousSha256: string | null;
  hash: string;
  takenOver: boolean;
  createdAt: Date;
  canonical: string;
  body: RevisionBody;
}

type RevisionColumns = Omit<
  RevisionRow,
  'businessId' | 'invoiceId' | 'estimateId' | 'creditNoteId' | 'logoKey'
>;

function present(document: DocumentRef, row: RevisionColumns): StoredRevision {
  let read: RevisionBody | undefined;
  return {
    id: row.id,
    document,
    number: row.number,
    sha256: row.sha256,
    previousSha256: row.previousSha256,
    hash: row.hash,
    takenOver: row.takenOver,
    createdAt: row.createdAt,
    canonical: row.body,
    // Read when it is asked for: one that was altered does not take the others down with it.
    get body() {
      read ??= readBody(row);
      return read;
    },
  };
}

/** As a statement by hand gives them. */
type RawRevision = Omit<RevisionColumns, 'createdAt'> & { createdAt: string };

const rawColumns = sql`
  r.id, r.number, r.body, r.sha256, r.previous_sha256 as "previousSha256", r.hash,
  r.taken_over as "takenOver", r.created_at as "createdAt"`;

const presentRaw = (document: DocumentRef, row: RawRevision): StoredRevision =>
  present(document, { ...row, id: Number(row.id), createdAt: new Date(row.createdAt) });

/**
 * @throws AppError CONFLICT for one that was altered past the product: nothing is shown, drawn or
 *   sealed of what was never issued
 */
export function readBody({
  number,
  body,
  sha256,
}: Pick<RevisionRow, 'number' | 'body' | 'sha256'>): RevisionBody {
  try {
    if (sha256Hex(body) === sha256) return revisionBodySchema.parse(JSON.parse(body));
  } catch {
    // Below.
  }
  throw new AppError(
    'CONFLICT',
    `Version ${number} of this document was altered in the database and cannot be read.`,
  );
}

/** The revision of this number, or the latest. */
export async function findRevision(
  db: Queryable,
  document: DocumentRef,
  number?: number,
): Promise<StoredRevision | undefined> {
  const [row] = await db
    .select()
    .from(documentRevisions)
    .where(
      and(of(document), number === undefined ? undefined : eq(documentRevisions.number, number)),
    )
    .orderBy(desc(documentRevisions.number))
    .limit(1);
  return row && present(document, row);
}

/** What is out of a document: its latest revision, that one's PDF where it was drawn, its status. */
export interface IssuedRow {
  status: string;
  /** What of its total is due no more. */
  settled: string;
  /** Whether its customer has a saved card that may be charged for it. */
  mayBeCharged: boolean;
  revision: StoredRevision;
  pdf: Buffer | undefined;
}

/**
 * What is out of a document, in one statement: a link that is opened again waits for nothing else.
 * @param state of `d`, which stands for the document
 * @returns undefined for a draft, and for a missing, deleted or foreign document
 */
export async function findIssued(
  db: Queryable,
  document: DocumentRef,
  state: { status: SQL; settled: SQL; mayBeCharged: SQL },
): Promise<IssuedRow | undefined> {
  const { of: kind, businessId, id } = document;
  const ofDocument = sql`
    r.business_id = ${businessId} and r.${idColumn(kind)} = d.id`;
  const { rows } = await executeNamed<
    RawRevision &
      Pick<IssuedRow, 'status' | 'settled'> & {
        may_be_charged: boolean;
        pdf: Buffer | null;
      }
  >(
    db,
    sql`
    select ${state.status} as status, ${state.settled} as settled,
      ${state.mayBeCharged} as may_be_charged, ${rawColumns}, x.pdf
    from ${TABLES[kind]} d
    join ${documentRevisions} r on ${ofDocument}
    left join ${revisionPdfs} x on x.business_id = ${businessId} and x.revision_id = r.id
    where d.business_id = ${businessId} and d.id = ${id} and d.deleted_at is null
      and d.status <> 'draft'
    order by r.number desc limit 1`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { status, settled, may_be_charged: mayBeCharged, pdf } = row;
  return {
    status,
    settled,
    mayBeCharged,
    revision: presentRaw(document, row),
    pdf: pdf ?? undefined,
  };
}

/**
 * Newest first; those before a number. So many of them as can be read at once, and at least one:
 * bodies of thousands of lines have megabytes.
 */
export async function listRevisions(
  db: Queryable,
  document: DocumentRef,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<StoredRevision[]> {
  const { of: kind, businessId, id } = document;
  const older = before === undefined ? sql`` : sql`and r.number < ${before}`;
  const { rows } = await db.execute<RawRevision & Record<string, unknown>>(sql`
    select ${rawColumns} from (
      select r.*, ${bytesAhead(sql`r.number desc`)} as ahead from ${documentRevisions} r
      where r.business_id = ${businessId} and r.${idColumn(kind)} = ${id} ${older}
      order by r.number desc limit ${limit}
    ) r where r.ahead < ${BYTES_AT_ONCE} order by r.number desc`);
  return rows.map((row) => presentRaw(document, row));
}

export async function findStoredPdf(
  db: Queryable,
  businessId: string,
  revisionId: number,
): Promise<Buffer | undefined> {
  const { rows } = await executeNamed<{ pdf: Buffer }>(
    db,
    sql`
    select pdf from ${revisionPdfs}
    where business_id = ${businessId} and revision_id = ${revisionId}`,
  );
  return rows[0]?.pdf;
}

/** Keeps the first drawing. @returns what is kept, which another may have drawn */
export async function keepPdf(
  db: Queryable,
  businessId: string,
  revisionId: number,
  pdf: Buffer,
): Promise<Buffer> {
  const row = { businessId, revisionId, pdf, sha256: sha256Hex(pdf) };
  const { rowCount } = await executeNamed(
    db,
    db.insert(revisionPdfs).values(row).onConflictDoNothing(),
  );
  return rowCount ? pdf : ((await findStoredPdf(db, businessId, revisionId)) ?? pdf);
}
