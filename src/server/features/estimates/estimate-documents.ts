import { sql } from 'drizzle-orm';
import type { DocumentData } from '../../../shared/documents/document-data.ts';
import { estimateDocument } from '../../../shared/documents/estimate-document.ts';
import type { RevisionBody } from '../../../shared/documents/revision-body.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import { typedSheet } from '../../../shared/documents/typed-sheet.ts';
import type {
  EstimateDetail,
  EstimatePreviewInput,
} from '../../../shared/estimates/estimate.contract.ts';
import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import type { NamedPdf } from '../../platform/http/send-pdf.ts';
import { findCustomerRow } from '../customers/index.ts';
import type {
  DocumentCopy,
  DocumentServices,
  PreviewPages,
  StoredRevision,
} from '../documents/index.ts';
import {
  asIssued,
  bodyOfKind,
  drawPreview,
  findIssued,
  findRevision,
  prepareDocumentPdf,
  requireProfile,
  revisionPdf,
  sellerAsIssued,
} from '../documents/index.ts';
import { findEstimateDetail, readEstimate } from './read-estimates.ts';

/** The address of the page where a customer reads the estimate. */
export function publicEstimateUrl(appUrl: string, publicId: string): string {
  return `${appUrl}/view-estimate/${publicId}`;
}

/** The estimate's PDF for its owner or customer, from as little as it takes. @throws AppError NOT_FOUND */
export async function readEstimateCopy(
  services: DocumentServices,
  businessId: string,
  id: number,
): Promise<DocumentCopy> {
  const db = services.db.orm;
  const document = { of: 'estimate', businessId, id } as const;
  const state = { status: sql`d.status`, settled: sql`0` };
  const issued = await findIssued(db, document, state);
  if (issued?.status === 'sent') {
    const prepare = async () => prepareRevisionPdf(services, issued.revision, issued.pdf);
    return { status: issued.status, prepare };
  }
  const estimate = await readEstimate(db, businessId, id);
  const options = { latest: issued?.revision };
  const prepare = () => prepareEstimatePdf(services, { businessId, estimate }, options);
  return { status: estimate.status, prepare };
}

interface EstimatePdfOptions {
  /** Where the caller has just read it. */
  latest?: StoredRevision | undefined;
  /** What a message that brings a draft issues. */
  issues?: RevisionBody | undefined;
  links?: boolean;
}

/**
 * A draft as its rows are now; what is out as its latest revision, with what became of it.
 * @param options the others see prepareDocumentPdf
 * @throws PdfError TOO_LARGE for what can never be drawn
 */
export async function prepareEstimatePdf(
  services: DocumentServices,
  { businessId, estimate }: { businessId: string; estimate: EstimateDetail },
  { issues, ...options }: EstimatePdfOptions = {},
): Promise<NamedPdf> {
  const db = services.db.orm;
  const { status } = estimate;
  const isOut = issues === undefined && status !== 'draft';
  const latest = isOut
    ? (options.latest ?? (await findRevision(db, { of: 'estimate', businessId, id: estimate.id })))
    : undefined;
  const body = issues ?? latest?.body;
  const changedAt = new Date(estimate.updatedAt);
  if (!body) {
    const [profile, customer] = await Promise.all([
      requireProfile(db, businessId),
      findCustomerRow(db, businessId, estimate.customerId),
    ]);
    const document = estimateDocument({
      estimate: { ...storedSheet('estimate', estimate), status },
      customer: customer ?? null,
      business: profile,
    });
    return prepareDocumentPdf(services, document, profile, changedAt, options);
  }
  if (latest && status === 'sent' && options.links !== false) {
    return prepareRevisionPdf(services, latest);
  }
  const document = asIssued(issuedDocument(body, status), body);
  const at = issues ? new Date(issues.revision.issuedAt) : changedAt;
  return prepareDocumentPdf(services, document, sellerAsIssued(body), at, options);
}

/** A revision's own PDF. @param known its bytes, where the caller has just read them */
export function prepareRevisionPdf(
  services: DocumentServices,
  revision: StoredRevision,
  known?: Buffer,
): NamedPdf {
  const draw = async () => issuedDocument(revision.body, 'sent');
  const { estimateNumber } = bodyOfKind(revision.body, 'estimate').content;
  return revisionPdf(services, revision, estimateNumber, draw, known);
}

function issuedDocument(said: RevisionBody, status: EstimateStatus): DocumentData {
  const body = bodyOfKind(said, 'estimate');
  return estimateDocument({
    estimate: { ...storedSheet('estimate', body.content), status },
    customer: body.customer,
    business: sellerAsIssued(body),
  });
}

/** Pictures of a form as it stands. */
export async function previewEstimate(
  services: DocumentServices,
  businessId: string,
  input: EstimatePreviewInput,
  signal?: AbortSignal,
): Promise<PreviewPages> {
  const db = services.db.orm;
  const { id } = input;
  const status = input.status ?? 'sent';
  const latest =
    input.stored && id !== undefined && status !== 'draft'
      ? await findRevision(db, { of: 'estimate', businessId, id })
      : undefined;
  if (latest) {
    const { body } = latest;
    const business = { businessId, ...sellerAsIssued(body) };
    const drawn = asIssued(issuedDocument(body, status), body);
    return drawPreview(services, drawn, business, input.pages, signal);
  }
  const [profile, customer, stored] = await Promise.all([
    requireProfile(db, businessId),
    input.customerId ? findCustomerRow(db, businessId, input.customerId) : undefined,
    id === undefined ? undefined : findEstimateDetail(db, businessId, id),
  ]);
  const document = estimateDocument({
    estimate: {
      ...typedSheet('estimate', input, profile, stored),
      status,
    },
    customer: customer ?? null,
    business: profile,
  });
  return drawPreview(services, document, profile, input.pages, signal);
}
