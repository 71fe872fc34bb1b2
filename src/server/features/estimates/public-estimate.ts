import { dateInZone, daysBetween } from '../../../shared/dates/calendar-date.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { isPublic } from '../../../shared/estimates/estimate-status.ts';
import type { PublicEstimate } from '../../../shared/estimates/public-estimate.contract.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import type { Services } from '../../platform/http/services.ts';
import {
  locatePublicDocument,
  noteView,
  presentPublicBusiness,
  presentPublicLine,
  requireAvailable,
} from '../documents/index.ts';
import { findProfile } from '../profile/index.ts';
import { readEstimate } from './read-estimates.ts';

/**
 * The estimate that a public address names, as resolvePublicInvoice finds an invoice.
 * @param viewer the signed-in owner, if anybody is
 * @throws AppError NOT_FOUND, the same for everything that is not to be seen; NOT_AVAILABLE
 */
export async function resolvePublicEstimate(
  { db }: Pick<Services, 'db'>,
  id: string,
  viewer: () => Promise<Actor | undefined>,
): Promise<{ businessId: string; estimate: EstimateDetail }> {
  const found = await locatePublicDocument(db.orm, 'estimate', id, viewer);
  if (!found) throw notFound('Estimate');
  const { businessId } = found;
  const estimate = await readEstimate(db.orm, businessId, found.id);
  if (!isPublic(estimate.status) && (await viewer())?.businessId !== businessId) {
    throw notFound('Estimate');
  }
  await requireAvailable(db.orm, businessId, viewer);
  return { businessId, estimate };
}

/** What a customer sees. @throws AppError NOT_FOUND */
export async function readPublicEstimate(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  id: string,
  viewer: () => Promise<Actor | undefined>,
): Promise<PublicEstimate> {
  const { businessId, estimate } = await resolvePublicEstimate(services, id, viewer);
  if (isPublic(estimate.status)) {
    const document = { of: 'estimate', businessId, id: estimate.id } as const;
    await noteView(services, document, (await viewer())?.businessId);
  }
  const profile = await findProfile(services.db.orm, businessId);
  if (!profile) throw notFound('Estimate');
  const today = dateInZone(services.clock.now(), profile.timeZone);
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
