import { sql } from 'drizzle-orm';
import type { Break } from '../../../shared/documents/revision.contract.ts';
import { readAcrossOwners } from '../../db/across-owners.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Only, Verified } from '../documents/index.ts';
import { TOLD, verifyRevisions } from '../documents/index.ts';
import { verifyAnswers } from '../estimates/index.ts';
import { verifyAccounts } from '../ledger/index.ts';

type VerifyServices = Pick<Services, 'db' | 'files'>;

/**
 * Whether what a business issued, what its customers answered and what was paid is what was written:
 * what is gone, changed or added. Changes nothing; documents may be saved meanwhile.
 */
export async function verifyBusiness(
  services: VerifyServices,
  businessId: string,
  only: Only = {},
): Promise<Verified> {
  const { orm } = services.db;
  const { breaks, ...read } = await verifyRevisions(services, businessId, only);
  if (only.kind === undefined || only.kind === 'estimate') {
    breaks.push(...(await verifyAnswers(orm, businessId, only.id)));
  }
  breaks.push(...(await verifyAccounts(orm, businessId, only, TOLD)));
  return { ...read, breaks: breaks.slice(0, TOLD) };
}

/**
 * All businesses, one after the other.
 * @param reportFault each break, as it is found
 */
export async function verifyAll(
  services: VerifyServices,
  reportFault: (businessId: string, found: Break) => void,
): Promise<Omit<Verified, 'breaks'> & { breaks: number }> {
  const owners = await readAcrossOwners<{ business_id: string }>(
    services.db.orm,
    'what is verified',
    sql`
      select business_id from document_revisions
      union select business_id from public_documents
      union select business_id from invoices
      union select business_id from estimates
      union select business_id from credit_notes
      union select business_id from payments`,
  );
  const all = { documents: 0, revisions: 0, breaks: 0 };
  for (const { business_id: businessId } of owners) {
    const { documents, revisions, breaks } = await verifyBusiness(services, businessId);
    all.documents += documents;
    all.revisions += revisions;
    all.breaks += breaks.length;
    for (const found of breaks) reportFault(businessId, found);
  }
  return all;
}
