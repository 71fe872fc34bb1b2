import { estimateDocument } from '../../../shared/documents/estimate-document.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import { typedSheet } from '../../../shared/documents/typed-sheet.ts';
import type {
  EstimateDetail,
  EstimatePreviewInput,
} from '../../../shared/estimates/estimate.contract.ts';
import type { NamedPdf } from '../../platform/http/send-pdf.ts';
import { findCustomerRow } from '../customers/index.ts';
import type { DocumentServices, PreviewPages } from '../documents/index.ts';
import { drawPreview, prepareDocumentPdf, requireProfile } from '../documents/index.ts';

/** The address of the page where a customer reads the estimate. */
export function publicEstimateUrl(appUrl: string, publicId: string): string {
  return `${appUrl}/view-estimate/${publicId}`;
}

/**
 * @param options see prepareDocumentPdf
 * @throws PdfError TOO_LARGE for what can never be drawn
 */
export async function prepareEstimatePdf(
  services: DocumentServices,
  { businessId, estimate }: { businessId: string; estimate: EstimateDetail },
  options: { links?: boolean } = {},
): Promise<NamedPdf> {
  const db = services.db.orm;
  const [profile, customer] = await Promise.all([
    requireProfile(db, businessId),
    findCustomerRow(db, businessId, estimate.customerId),
  ]);
  const document = estimateDocument({
    estimate: { ...storedSheet('estimate', estimate), status: estimate.status },
    customer: customer ?? null,
    business: profile,
  });
  return prepareDocumentPdf(services, document, profile, new Date(estimate.updatedAt), options);
}

/** Pictures of a form as it stands. */
export async function previewEstimate(
  services: DocumentServices,
  businessId: string,
  input: EstimatePreviewInput,
  signal?: AbortSignal,
): Promise<PreviewPages> {
  const db = services.db.orm;
  const [profile, customer] = await Promise.all([
    requireProfile(db, businessId),
    input.customerId ? findCustomerRow(db, businessId, input.customerId) : undefined,
  ]);
  const document = estimateDocument({
    estimate: {
      ...typedSheet('estimate', input, profile),
      status: input.status ?? 'sent',
    },
    customer: customer ?? null,
    business: profile,
  });
  return drawPreview(services, document, profile, input.pages, signal);
}
