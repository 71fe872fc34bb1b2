import { isDefaultEstimateTerms } from '../../../shared/estimates/estimate-status.ts';
import type { ProfileRow } from '../profile/index.ts';
import type { StoredEstimate } from './estimate.store.ts';

type Remarks = Pick<StoredEstimate, 'notes' | 'terms'>;

/**
 * The notes and terms of an invoice that is made of an estimate. What was written for this customer
 * stays; what every estimate of the business says, such as its expiry, says nothing about an invoice,
 * which says what every invoice does.
 */
export function invoiceRemarks(
  { notes, terms }: Remarks,
  profile: ProfileRow | undefined,
): Remarks {
  const { estimateNotes = null, estimateTerms = null } = profile ?? {};
  const hasOwnNotes = notes !== null && notes !== estimateNotes;
  const hasOwnTerms = terms !== null && terms !== estimateTerms && !isDefaultEstimateTerms(terms);
  return {
    notes: hasOwnNotes ? notes : (profile?.invoiceNotes ?? null),
    terms: hasOwnTerms ? terms : (profile?.invoiceTerms ?? null),
  };
}
