/** How documents are drawn of which nothing is paid: what became of them is their status alone. */
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS, readContentText } from '../../../shared/documents/document-content.ts';
import type { DocumentCertificate, DocumentData } from '../../../shared/documents/document-data.ts';
import type {
  BusinessForDocument,
  CustomerForDocument,
} from '../../../shared/documents/document-sheet.ts';
import type { RevisionBody } from '../../../shared/documents/revision-body.ts';
import type { TypedForm } from '../../../shared/documents/typed-sheet.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Queryable } from '../../db/database.ts';
import type { ResolveSession } from '../../platform/http/api-routes.ts';
import type { NamedPdf } from '../../platform/http/send-pdf.ts';
import type { Services } from '../../platform/http/services.ts';
import { findCustomerRow } from '../customers/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import type { DocumentCopy } from './document-pdfs.ts';
import { registerDocumentPdfs } from './document-pdfs.ts';
import type { DocumentServices, PreviewPages } from './draw-document.ts';
import { drawPreview, prepareDocumentPdf, requireProfile } from './draw-document.ts';
import { toIssuedDocument, revisionPdf, sellerAsIssued } from './revisions/issued.ts';
import { readRevision } from './revisions/read-revisions.ts';
import type { StoredRevision } from './revisions/revision.store.ts';
import { findIssued, findRevision } from './revisions/revision.store.ts';

/** A stored document, as far as the drawing of every kind knows it. */
interface Drawable {
  id: number;
  customerId: number;
  status: string;
  currency: string;
  roundingIncrement: Decimal | null;
  updatedAt: string;
}

interface Parties {
  customer: CustomerForDocument | null;
  business: BusinessForDocument;
}

/** What a kind says of its drawings. */
interface DrawnKind<Content, Status extends string, Document extends Content & Drawable> {
  of: KindName;
  /** The status of one that is out, and of which nothing has become yet. */
  issued: Status;
  find(db: Queryable, businessId: string, id: number): Promise<Document | undefined>;
  /** What was issued of it. @throws TypeError for another kind's */
  toContent(body: RevisionBody): Content;
  /** As it is stored, or was issued. */
  draw(content: Content, status: Status, parties: Parties): DocumentData;
  /** What stands on a page after the others, of what became of it. */
  certify?(document: Document): DocumentCertificate | undefined;
  /** As it stands in a form. */
  drawTyped(
    form: TypedForm,
    status: Status,
    given: Parties & { profile: ProfileRow; stored: Document | undefined },
  ): DocumentData;
}

interface PdfOptions {
  /** Where the caller has just read it. */
  latest?: StoredRevision | undefined;
  /** What a message that brings a draft issues. */
  issues?: RevisionBody | undefined;
  links?: boolean;
}

interface PreviewInput<Status> extends TypedForm {
  id?: number | undefined;
  customerId?: number | null | undefined;
  status?: Status | undefined;
  stored?: boolean | undefined;
  pages: number[];
}

export function documentDrawings<
  Content,
  Status extends string,
  Document extends Content & Drawable & { status: Status },
>({ of, issued, find, toContent, draw, drawTyped, certify }: DrawnKind<Content, Status, Document>) {
  const drawIssued = (body: RevisionBody, status: Status): DocumentData =>
    draw(toContent(body), status, { customer: body.customer, business: sellerAsIssued(body) });

  /** A revision's own PDF. @param known its bytes, where the caller has just read them */
  const prepareRevisionPdf = (
    services: DocumentServices,
    revision: StoredRevision,
    known?: Buffer,
  ): NamedPdf => {
    const number = readContentText(revision.body.content, DOCUMENT_KINDS[of].number);
    return revisionPdf(
      services,
      revision,
      number,
      async () => drawIssued(revision.body, issued),
      known,
    );
  };

  /**
   * A draft as its rows are now; what is out as its latest revision, with what became of it.
   * @param options the others see prepareDocumentPdf
   * @throws PdfError TOO_LARGE for what can never be drawn
   */
  const preparePdf = async (
    services: DocumentServices,
    { businessId, document }: { businessId: string; document: Document },
    { issues, ...options }: PdfOptions = {},
  ): Promise<NamedPdf> => {
    const db = services.db.orm;
    const { status } = document;
    const isOut = issues === undefined && status !== 'draft';
    const latest = isOut
      ? (options.latest ?? (await findRevision(db, { of, businessId, id: document.id })))
      : undefined;
    const body = issues ?? latest?.body;
    const changedAt = new Date(document.updatedAt);
    if (!body) {
      const [business, customer] = await Promise.all([
        requireProfile(db, businessId),
        findCustomerRow(db, businessId, document.customerId),
      ]);
      const drawn = draw(document, status, { customer: customer ?? null, business });
      return prepareDocumentPdf(services, drawn, business, changedAt, options);
    }
    if (latest && status === issued && options.links !== false) {
      return prepareRevisionPdf(services, latest);
    }
    const certificate = issues ? undefined : certify?.(document);
    const drawn = {
      ...toIssuedDocument(drawIssued(body, status), body),
      ...(certificate ? { certificate } : {}),
    };
    const at = issues ? new Date(issues.revision.issuedAt) : changedAt;
    return prepareDocumentPdf(services, drawn, sellerAsIssued(body), at, options);
  };

  return {
    of,
    prepareRevisionPdf,
    preparePdf,

    /** The PDF for its owner or customer, from as little as it takes. @throws AppError NOT_FOUND */
    async readCopy(
      services: DocumentServices,
      businessId: string,
      id: number,
    ): Promise<DocumentCopy> {
      const db = services.db.orm;
      const state = { status: sql`d.status`, mayBeCharged: sql`false`, settled: sql`0` };
      const found = await findIssued(db, { of, businessId, id }, state);
      if (found?.status === issued) {
        const prepare = async () => prepareRevisionPdf(services, found.revision, found.pdf);
        return { status: found.status, prepare };
      }
      const document = await find(db, businessId, id);
      if (!document) throw notFound(DOCUMENT_KINDS[of].name);
      const options = { latest: found?.revision };
      const prepare = () => preparePdf(services, { businessId, document }, options);
      return { status: document.status, prepare };
    },

    /** Pictures of a form as it stands, or of what is stored. */
    async preview(
      services: DocumentServices,
      businessId: string,
      input: PreviewInput<Status>,
      signal?: AbortSignal,
    ): Promise<PreviewPages> {
      const db = services.db.orm;
      const { id } = input;
      const status = input.status ?? issued;
      const latest =
        input.stored && id !== undefined && status !== 'draft'
          ? await findRevision(db, { of, businessId, id })
          : undefined;
      if (latest) {
        const { body } = latest;
        const business = { businessId, ...sellerAsIssued(body) };
        const drawn = toIssuedDocument(drawIssued(body, status), body);
        return drawPreview(services, drawn, business, input.pages, signal);
      }
      const [profile, customer, stored] = await Promise.all([
        requireProfile(db, businessId),
        input.customerId ? findCustomerRow(db, businessId, input.customerId) : undefined,
        id === undefined ? undefined : find(db, businessId, id),
      ]);
      const parties = { customer: customer ?? null, business: profile };
      const drawn =
        input.stored && stored
          ? draw(stored, status, parties)
          : drawTyped(input, status, { ...parties, profile, stored });
      return drawPreview(services, drawn, profile, input.pages, signal);
    },
  };
}

interface Drawings {
  of: KindName;
  readCopy(services: DocumentServices, businessId: string, id: number): Promise<DocumentCopy>;
  prepareRevisionPdf(services: DocumentServices, revision: StoredRevision): NamedPdf;
}

/** The routes of such a kind's PDFs. */
export const drawnPdfRoutes =
  ({ of, readCopy, prepareRevisionPdf }: Drawings) =>
  (app: FastifyInstance, services: Services, resolveSession: ResolveSession): void =>
    registerDocumentPdfs(app, services, resolveSession, of, {
      copy: (businessId, id) => readCopy(services, businessId, id),
      revision: async (businessId, id, number) => {
        const document = { of, businessId, id };
        return prepareRevisionPdf(services, await readRevision(services.db.orm, document, number));
      },
    });
