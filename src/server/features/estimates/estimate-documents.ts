import { estimateDocument } from '../../../shared/documents/estimate-document.ts';
import type { RevisionBodyOf } from '../../../shared/documents/revision-body.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import { typedSheet } from '../../../shared/documents/typed-sheet.ts';
import { certifyAcceptance } from '../../../shared/estimates/certificate.ts';
import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { bodyOfKind, documentDrawings } from '../documents/index.ts';
import { findEstimateDetail } from './read-estimates.ts';

/** The address of the page where a customer reads the estimate. */
export function publicEstimateUrl(appUrl: string, publicId: string): string {
  return `${appUrl}/view-estimate/${publicId}`;
}

export const estimateDrawings = documentDrawings<
  RevisionBodyOf<'estimate'>['content'],
  EstimateStatus,
  EstimateDetail
>({
  of: 'estimate',
  issued: 'sent',
  find: findEstimateDetail,
  toContent: (body) => bodyOfKind(body, 'estimate').content,
  draw: (content, status, parties) =>
    estimateDocument({ estimate: { ...storedSheet('estimate', content), status }, ...parties }),
  certify: ({ acceptance, estimateNumber }) =>
    acceptance ? certifyAcceptance(acceptance, estimateNumber) : undefined,
  drawTyped: (form, status, { profile, stored, ...parties }) =>
    estimateDocument({
      estimate: { ...typedSheet('estimate', form, profile, stored), status },
      ...parties,
    }),
});
