import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { KindName } from '../../../../shared/documents/document-content.ts';
import {
  DOCUMENT_KINDS,
  KIND_NAMES,
  readContentText,
} from '../../../../shared/documents/document-content.ts';
import {
  revisionBodySchema,
  revisionContent,
  revisionHead,
} from '../../../../shared/documents/revision-body.ts';
import type { Break } from '../../../../shared/documents/revision.contract.ts';
import type { Transaction } from '../../../db/database.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import { canonicalJson, sha256Hex } from '../../../platform/canonical/canonical-json.ts';
import type { Services } from '../../../platform/http/services.ts';
import { idColumn, presentDocument, quoteColumn, TABLES } from '../read-documents.ts';
import type { ContentRow } from './compose-body.ts';
import { selectContent } from './compose-body.ts';
import type { CheckedRevision } from './revision.store.ts';
import { chainedHash, listChains } from './revision.store.ts';

type VerifyServices = Pick<Services, 'db' | 'files'>;

/** Documents at a time, their lines together, and revisions of them. */
const DOCUMENTS = 100;
const LINES = 5_000;
const REVISIONS = 200;
/** Breaks of a business that are told; more say no more. */
export const TOLD = 100;

/** A kind of document, or one document of it. */
export interface Only {
  kind?: KindName | undefined;
  id?: number | undefined;
}

export interface Verified {
  documents: number;
  revisions: number;
  breaks: Break[];
}

/**
 * Walks the chains of a business, in pages: whether each body is what was digested, each link holds,
 * no number is missing, stored PDFs and logos are the bytes of then, each issued document says what its
 * latest revision says, no document is gone, and none was deleted or set back without its history saying
 * so. Changes nothing; documents may be saved meanwhile.
 */
export async function verifyRevisions(
  services: VerifyServices,
  businessId: string,
  only: Only = {},
): Promise<Verified> {
  const outcome: Verified = { documents: 0, revisions: 0, breaks: [] };
  const logos = new Map<string, Promise<string | undefined>>();
  const readLogoDigest = (key: string) => {
    const known =
      logos.get(key) ?? services.files.read(key).then((file) => file && sha256Hex(file));
    logos.set(key, known);
    return known;
  };
  for (const kind of only.kind ? [only.kind] : KIND_NAMES) {
    outcome.breaks.push(...(await findGone(services, kind, businessId, only.id)));
    let after = 0;
    for (;;) {
      const page = await withTransaction(
        services.db,
        (tx) => verifyPage(tx, kind, businessId, { after, id: only.id }, readLogoDigest),
        { isolation: 'repeatable read' },
      );
      outcome.documents += page.documents;
      outcome.revisions += page.revisions;
      outcome.breaks.push(...page.breaks.slice(0, TOLD));
      after = page.last;
      if (page.documents === 0) break;
    }
  }
  return { ...outcome, breaks: outcome.breaks.slice(0, TOLD) };
}

/** Documents that are not there any more though versions or an address of them are, and those without an address. */
async function findGone(
  { db }: VerifyServices,
  kind: KindName,
  businessId: string,
  id: number | undefined,
): Promise<Break[]> {
  const { number } = DOCUMENT_KINDS[kind];
  const of = idColumn(kind);
  const one = (column: SQL) => (id === undefined ? sql`` : sql`and ${column} = ${id}`);
  const { rows } = await db.orm.execute<{ id: string; document: string; isThere: boolean }>(sql`
    select d.id, d.${quoteColumn(number)} as document, true as "isThere"
    from ${TABLES[kind]} d
    where d.business_id = ${businessId} ${one(sql`d.id`)} and not exists (
      select from public_documents p where p.business_id = ${businessId} and p.${of} = d.id)
    union all
    select known.id, '', false
    from (
      select p.${of} as id from public_documents p
      where p.business_id = ${businessId} and p.${of} is not null ${one(sql`p.${of}`)}
      union
      select r.${of} from document_revisions r
      where r.business_id = ${businessId} and r.${of} is not null ${one(sql`r.${of}`)}
    ) known
    where not exists (
      select from ${TABLES[kind]} d where d.business_id = ${businessId} and d.id = known.id)
    order by 1 limit ${TOLD}`);
  return rows.map(({ id: found, document, isThere }) => ({
    kind,
    id: Number(found),
    document,
    revision: null,
    fault: isThere ? 'public address missing' : 'document missing',
  }));
}

/** What stands beside a document, and tells what was done to it past the product. */
interface Facts {
  deletedAt: string | null;
  /** How many versions were counted when they were issued. */
  counted: number;
  /** The newest event of a deletion or a restoration. */
  lastDeletion: string | null;
  /** Whether the newest event that tells of a status says that it was set back to draft. */
  wasSetBack: boolean;
}

function factColumns(kind: KindName, businessId: string): SQL {
  const newest = (types: string[]) => sql`
    from events e where e.business_id = ${businessId} and e.${idColumn(kind)} = d.id
      and e.type = any(${sql.param(types.map((type) => `${kind}.${type}`))}::text[])
    order by e.id desc limit 1`;
  const told = ['sent', 'paid', 'overdue', 'accepted', 'rejected', 'declined', 'expired'];
  return sql`
    d.deleted_at as "deletedAt", p.revisions as counted,
    (select e.type ${newest(['deleted', 'restored'])}) as "lastDeletion",
    coalesce((select e.data ->> 'to' = 'draft' ${newest(['reopened', ...told])}), false)
      as "wasSetBack"`;
}

async function verifyPage(
  tx: Transaction,
  kind: KindName,
  businessId: string,
  { after, id }: { after: number; id: number | undefined },
  readLogoDigest: (key: string) => Promise<string | undefined>,
): Promise<Verified & { last: number }> {
  const one = id === undefined ? sql`` : sql`and d.id = ${id}`;
  const documents = sql`(
    select * from (
      select d.*, sum(n.lines) over (order by d.id) - n.lines as ahead
      from (
        select * from ${TABLES[kind]} d
        where d.business_id = ${businessId} and d.id > ${after} ${one} and exists (
          select from public_documents p
          where p.business_id = ${businessId} and p.${idColumn(kind)} = d.id)
        order by d.id limit ${DOCUMENTS}
      ) d
      cross join lateral (
        select count(*) as lines from ${sql.identifier(`${kind}_line_items`)} l
        where l.business_id = ${businessId} and l.${idColumn(kind)} = d.id) n
    ) page where page.ahead < ${LINES})`;
  const columns = factColumns(kind, businessId);
  const { rows } = await tx.execute<ContentRow & Facts & Record<string, unknown>>(
    sql`${selectContent(kind, businessId, { documents, columns })} order by d.id`,
  );
  const present = new Map(rows.map((row) => [Number(row.id), row]));
  const chains = new Map([...present.keys()].map((number) => [number, new Chain()]));
  let revisions = 0;
  for (let at = { document: 0, number: 0 }; ;) {
    const some = await listChains(tx, kind, businessId, [...present.keys()], at, REVISIONS);
    for (const revision of some) await chains.get(revision.document)?.add(revision, readLogoDigest);
    revisions += some.length;
    const end = some.at(-1);
    if (!end) break;
    at = end;
  }
  const breaks = [...present].flatMap(([number, row]) => {
    const found = chains.get(number)?.finish(kind, row) ?? [];
    const document = readContentText(row, DOCUMENT_KINDS[kind].number);
    return found.map((fault): Break => ({ kind, id: number, document, ...fault }));
  });
  return { documents: rows.length, revisions, breaks, last: Math.max(after, ...present.keys()) };
}

type Fault = Pick<Break, 'revision' | 'fault'>;

/** The revisions of one document, in their order. */
class Chain {
  private readonly faults: Fault[] = [];
  private last: CheckedRevision | undefined;

  async add(
    revision: CheckedRevision,
    readLogoDigest: (key: string) => Promise<string | undefined>,
  ): Promise<void> {
    const { number, body } = revision;
    const expected = (this.last?.number ?? 0) + 1;
    if (number !== expected) this.reportFault(expected, 'revision missing');
    const head = readPart(revisionHead, body);
    const isWhole = head?.revision.number === number && sha256Hex(body) === revision.sha256;
    if (!isWhole) this.reportFault(number, 'body altered');
    // Behind a gap, or of another body, no link can be followed.
    if (number === expected && isWhole && !follows(revision, this.last)) {
      this.reportFault(number, 'link broken');
    }
    if (revision.pdfSha256 !== revision.pdfDigest) this.reportFault(number, 'stored PDF altered');
    const logo = head?.logo;
    if (logo?.sha256 && (await readLogoDigest(logo.key)) !== logo.sha256) {
      this.reportFault(number, 'logo altered');
    }
    this.last = revision;
  }

  finish(kind: KindName, row: ContentRow & Facts): Fault[] {
    const { last } = this;
    if ((last?.number ?? 0) < row.counted) {
      this.reportFault((last?.number ?? 0) + 1, 'revision missing');
    } else if (!last && row.status !== 'draft') this.reportFault(1, 'revision missing');
    if (!last) return this.faults;
    const isDeleted = row.deletedAt !== null;
    if (isDeleted !== (row.lastDeletion === `${kind}.deleted`)) {
      this.reportFault(null, 'deleted or restored outside Remit');
    }
    if (row.status !== 'draft') this.compare(kind, row, last);
    else if (!row.wasSetBack) this.reportFault(null, 'status set back outside Remit');
    return this.faults;
  }

  /** Whether the document says what was issued of it last. */
  private compare(kind: KindName, row: ContentRow, last: CheckedRevision): void {
    const latest = readPart(revisionBodySchema, last.body);
    if (!latest) return;
    const present = presentDocument(row);
    const status = kind === 'credit_note' ? 'issued' : 'sent';
    // Of a customer who was merged since, the document was issued under its own number.
    const isSaid = [present.customerId, Number(row.customerId)].some(
      (customerId) =>
        canonicalJson(revisionContent[kind].parse({ ...present, customerId, status })) ===
        canonicalJson(latest.content),
    );
    if (!isSaid) this.reportFault(last.number, 'document differs from its latest revision');
  }

  private reportFault(revision: Fault['revision'], fault: Break['fault']): void {
    this.faults.push({ revision, fault });
  }
}

const follows = (
  { body, hash, previousSha256 }: CheckedRevision,
  last: CheckedRevision | undefined,
): boolean => previousSha256 === (last?.sha256 ?? null) && hash === chainedHash(last?.hash, body);

function readPart<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
