import { daysBetween } from '../../../shared/dates/calendar-date.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import type { PublicEstimate } from '../../../shared/estimates/public-estimate.contract.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Viewer } from '../documents/index.ts';
import {
  bodyOfKind,
  openPublicPage,
  presentPublicDocument,
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
  const shown = { of: 'estimate', businessId, ...estimate } as const;
  const page = await openPublicPage(services, shown, viewer);
  const { today, issued } = page;
  const said = issued ? bodyOfKind(issued, 'estimate').content : estimate;
  const sheet = storedSheet('estimate', said);
  const { content, around } = presentPublicDocument(page, said, sheet);
  return {
    estimate: {
      id: estimate.publicId,
      estimateNumber: said.estimateNumber,
      status: estimate.status,
      expiryDate: said.expiryDate,
      daysUntilExpiry: daysBetween(today, said.expiryDate),
      ...content,
      notes: said.notes,
      terms: said.terms,
    },
    ...around,
  };
}
