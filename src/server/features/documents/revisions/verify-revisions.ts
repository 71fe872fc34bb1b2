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
import type { ChainBreak } from '../../../../shared/documents/revision.contract.ts';
import { readAcrossOwners } from '../../../db/across-owners.ts';
import type { Transaction } from '../../../db/database.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import { canonicalJson, sha256Hex } from '../../../platform/canonical/canonical-json.ts';
import type { Services } from '../../../platform/http/services.ts';
import { idColumn, presentDocument, TABLES } from '../read-documents.ts';
import type { ContentRow } from './compose-body.ts';
import { selectContent } from './compose-body.ts';
import type { CheckedRevision } from './revision.store.ts';
import { chainedHash, listChains } from './revision.store.ts';

type VerifyServices = Pick<Services, 'db' | 'files'>;

/** Documents at a time, their lines together, and revisions of them. */
const DOCUMENTS = 100;
const LINES = 5_000;
const REVISIONS = 200;
/** Breaks that are told; more say no more. */
const TOLD = 100;

export interface Verified {
  documents: number;
  revisions: number;
  breaks: ChainBreak[];
}

/**
 * Walks the chains of a business, in pages: whether each body is what was digested, each link holds,
 * no number is missing, stored PDFs and logos are the bytes of then, and each issued document says
 * what its latest revision says. Changes nothing; documents may be saved meanwhile.
 * @param only a kind, or one document of it
 */
export async function verifyBusiness(
  services: VerifyServices,
  businessId: string,
  only: { kind?: KindName | undefined; id?: number | undefined } = {},
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
    let after = 0;
    for (;;) {
      const page = await withTransaction(
        services.db,
        (tx) => verifyPage(tx, kind, businessId, { after, id: only.id }, readLogoDigest),
        { isolation: 'repeatable read' },
      );
      outcome.documents += page.documents;
      outcome.revisions += page.revisions;
      outcome.breaks.push(...page.breaks.slice(0, TOLD - outcome.breaks.length));
      after = page.last;
      if (page.documents === 0) break;
    }
  }
  return outcome;
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
        where d.business_id = ${businessId} and d.id > ${after} ${one}
        order by d.id limit ${DOCUMENTS}
      ) d
      cross join lateral (
        select count(*) as lines from ${sql.identifier(`${kind}_line_items`)} l
        where l.business_id = ${businessId} and l.${idColumn(kind)} = d.id) n
    ) page where page.ahead < ${LINES})`;
  const { rows } = await tx.execute<ContentRow & Record<string, unknown>>(
    sql`${selectContent(kind, businessId, { documents })} order by d.id`,
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
    return found.map((fault): ChainBreak => ({ kind, id: number, document, ...fault }));
  });
  return { documents: rows.length, revisions, breaks, last: Math.max(after, ...present.keys()) };
}

/** The revisions of one document, in their order. */
class Chain {
  private readonly faults: Pick<ChainBreak, 'revision' | 'fault'>[] = [];
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

  finish(kind: KindName, row: ContentRow): Pick<ChainBreak, 'revision' | 'fault'>[] {
    if (row.status === 'draft') return this.faults;
    const { last } = this;
    if (!last) this.reportFault(1, 'revision missing');
    const latest = last && readPart(revisionBodySchema, last.body);
    if (last && latest) {
      const present = presentDocument(row);
      const status = kind === 'credit_note' ? 'issued' : 'sent';
      // Of a customer who was merged since, the document was issued under its own number.
      const isSaid = [present.customerId, Number(row.customerId)].some(
        (customerId) =>
          canonicalJson(revisionContent[kind].parse({ ...present, customerId, status })) ===
          canonicalJson(latest.content),
      );
      if (!isSaid) {
        this.reportFault(last.number, 'document differs from its latest revision');
      }
    }
    return this.faults;
  }

  private reportFault(revision: number, fault: ChainBreak['fault']): void {
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

/**
 * All businesses, one after the other.
 * @param reportFault each break, as it is found
 */
export async function verifyAll(
  services: VerifyServices,
  reportFault: (businessId: string, found: ChainBreak) => void,
): Promise<Omit<Verified, 'breaks'> & { breaks: number }> {
  const owners = await readAcrossOwners<{ business_id: string }>(
    services.db.orm,
    'issued documents',
    sql`
      select business_id from document_revisions
      union select business_id from ${TABLES.invoice} where status <> 'draft'
      union select business_id from ${TABLES.estimate} where status <> 'draft'
      union select business_id from ${TABLES.credit_note} where status <> 'draft'`,
  );
  const all = { documents: 0, revisions: 0, breaks: 0 };
  for (const { business_id: businessId } of owners) {
    const { documents, revisions, breaks } = await verifyBusiness(services, businessId);
    all.documents += documents;
    all.revisions += revisions;
    all.breaks += breaks.length;
    for (const found of breaks) reportFault(businessId, found);
  }
  return all;
}
