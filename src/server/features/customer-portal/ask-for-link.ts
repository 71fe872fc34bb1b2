import { LINK_MINUTES, linkAnswer } from '../../../shared/customer-portal/portal-rules.ts';
import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { sendJob } from '../../platform/jobs/send-job.ts';
import { readOwnedToken } from '../../platform/secrets/owned-token.ts';
import { isSuspended } from '../businesses/index.ts';
import { findPublicBusiness, notAvailable } from '../documents/index.ts';
import { findProfile } from '../profile/index.ts';
import type { AskedBy } from './count-links.ts';
import { countAsk, countNetwork } from './count-links.ts';
import { portalLinkQueue } from './mail-links.ts';
import { findLink } from './portal-link.store.ts';

type AskServices = Pick<Services, 'db' | 'limits'>;

/** What is answered for every link, known or not. */
const AGAIN = `If this link was made for you, a new one is on its way to the same address. It works once, for ${LINK_MINUTES} minutes.`;

interface Asked {
  of: DocumentRef['of'];
  /** The document's public id, which names the business. */
  id: string;
  email: string;
}

/**
 * Asks for a link to a customer's portal. The answer, and the work until it is given, are the same
 * whether the address is a customer's: a job looks.
 * @param address of the visitor's network
 * @returns what the visitor reads
 * @throws AppError NOT_FOUND, NOT_AVAILABLE (as the document's page); TOO_MANY_REQUESTS
 */
export async function askForLink(
  services: AskServices,
  { of, id, email }: Asked,
  address: string,
): Promise<{ message: string }> {
  const { db } = services;
  await countNetwork(services, address);
  const businessId = await findPublicBusiness(db.orm, of, id);
  if (businessId === undefined) throw notFound('Document');
  if (await isSuspended(db.orm, businessId)) throw notAvailable();
  const profile = await findProfile(db.orm, businessId);
  await requestLink(services, businessId, email, 'typing');
  return { message: linkAnswer(profile?.businessName ?? '') };
}

/**
 * Asks for a new link by one that works no more: it goes where that one went, if that is still a
 * customer's address.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function askAgain(
  services: AskServices,
  token: string,
  address: string,
): Promise<{ message: string }> {
  await countNetwork(services, address);
  const named = readOwnedToken(token);
  const link = named && (await findLink(services.db.orm, named));
  if (link) await requestLink(services, link.businessId, link.address, 'link');
  return { message: AGAIN };
}

async function requestLink(
  services: AskServices,
  businessId: string,
  email: string,
  by: AskedBy,
): Promise<void> {
  await countAsk(services, businessId, email, by);
  await withTransaction(services.db, (tx) => sendJob(tx, portalLinkQueue, { businessId, email }));
}
