import { daysBetween } from '../../../shared/dates/calendar-date.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import type { PublicEstimate } from '../../../shared/estimates/public-estimate.contract.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Viewer } from '../documents/index.ts';
import {
  openPublicPage,
  presentPublicBusiness,
  presentPublicLine,
  resolvePublicDocument,
} from '../documents/index.ts';
import { readEstimate } from './read-estimates.ts';

/**
 * The estimate that a public address names.
 * @see resolvePublicDocument for who may see it
 */
export async function resolvePublicEstimate(
  { db }: Pick<Services, 'db'>,
  id: string,
  viewer: Viewer,
): Promise<{ businessId: string; estimate: EstimateDetail }> {
  const read = (owner: string, number: number) => readEstimate(db.orm, owner, number);
  const found = await resolvePublicDocument(db.orm, 'estimate', id, viewer, read);
  return { businessId: found.businessId, estimate: found.document };
}

/** What a customer sees. @throws AppError NOT_FOUND */
export async function readPublicEstimate(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  id: string,
  viewer: Viewer,
): Promise<PublicEstimate> {
  const { businessId, estimate } = await resolvePublicEstimate(services, id, viewer);
  const page = { of: 'estimate', businessId, ...estimate } as const;
  const { profile, today } = await openPublicPage(services, page, viewer);
  return {
    estimate: {
      id: estimate.publicId,
      estimateNumber: estimate.estimateNumber,
      status: estimate.status,
      issueDate: estimate.issueDate,
      expiryDate: estimate.expiryDate,
      daysUntilExpiry: daysBetween(today, estimate.expiryDate),
      currency: estimate.currency,
      subtotal: estimate.subtotal,
      taxRate: estimate.taxRate,
      taxAmount: estimate.taxAmount,
      total: estimate.total,
      notes: estimate.notes,
      terms: estimate.terms,
    },
    lineItems: estimate.lineItems.map(presentPublicLine),
    businessProfile: presentPublicBusiness(profile),
  };
}
