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
import type { DocumentServices, PreviewPages, StoredRevision } from '../documents/index.ts';
import {
  asIssued,
  bodyOfKind,
  drawPreview,
  findRevision,
  prepareDocumentPdf,
  requireProfile,
  revisionPdf,
  sellerAsIssued,
} from '../documents/index.ts';
import { findEstimateDetail } from './read-estimates.ts';

/** The address of the page where a customer reads the estimate. */
export function publicEstimateUrl(appUrl: string, publicId: string): string {
  return `${appUrl}/view-estimate/${publicId}`;
}

/**
 * A draft as its rows are now; what is out as its latest revision, with what became of it.
 * @param options `issues` is what a message that brings a draft issues; the others see
 *   prepareDocumentPdf
 * @throws PdfError TOO_LARGE for what can never be drawn
 */
export async function prepareEstimatePdf(
  services: DocumentServices,
  { businessId, estimate }: { businessId: string; estimate: EstimateDetail },
  { issues, ...options }: { issues?: RevisionBody | undefined; links?: boolean } = {},
): Promise<NamedPdf> {
  const db = services.db.orm;
  const { status } = estimate;
  const isOut = issues === undefined && status !== 'draft';
  const latest = isOut
    ? await findRevision(db, { of: 'estimate', businessId, id: estimate.id })
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

/** A revision's own PDF. */
export function prepareRevisionPdf(services: DocumentServices, revision: StoredRevision): NamedPdf {
  const { content } = bodyOfKind(revision.body, 'estimate');
  return revisionPdf(services, revision, content.estimateNumber, async () =>
    issuedDocument(revision.body, 'sent'),
  );
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
