import { dateInZone, daysBetween } from '../../../shared/dates/calendar-date.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { isPublic } from '../../../shared/estimates/estimate-status.ts';
import type { PublicEstimate } from '../../../shared/estimates/public-estimate.contract.ts';
import type { Owner } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import {
  locatePublicDocument,
  noteView,
  presentPublicBusiness,
  presentPublicLine,
  requireAvailable,
} from '../invoices/index.ts';
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
  viewer: () => Promise<Owner | undefined>,
): Promise<EstimateDetail> {
  const found = await locatePublicDocument(db.orm, 'estimate', id, viewer);
  if (!found) throw notFound('Estimate');
  const estimate = await readEstimate(db.orm, found.userId, found.id);
  if (!isPublic(estimate.status) && (await viewer())?.userId !== estimate.userId) {
    throw notFound('Estimate');
  }
  await requireAvailable(db.orm, estimate.userId, viewer);
  return estimate;
}

/** What a customer sees. @throws AppError NOT_FOUND */
export async function readPublicEstimate(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  id: string,
  viewer: () => Promise<Owner | undefined>,
): Promise<PublicEstimate> {
  const estimate = await resolvePublicEstimate(services, id, viewer);
  if (isPublic(estimate.status)) {
    await noteView(services, { of: 'estimate', ...estimate }, (await viewer())?.userId);
  }
  const profile = await findProfile(services.db.orm, estimate.userId);
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
