import type { CustomerPortal } from '../../../shared/customer-portal/customer-portal.contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { PORTAL_LINKS_OF_AN_OWNER } from '../../platform/limits/limit-rules.ts';
import { findCustomerGroup, readCustomer } from '../customers/index.ts';
import { isAddress } from '../emails/index.ts';
import { clearBounce } from '../senders/index.ts';
import { findProposal } from './contact-proposal.store.ts';
import { onItsWaySince, queueLinks } from './mail-links.ts';
import { endLinks, hasLiveLink } from './portal-link.store.ts';
import { endSessions, readVisits } from './portal-session.store.ts';

/** @throws AppError NOT_FOUND for a missing, deleted or foreign customer alike */
export async function readCustomerPortal(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<CustomerPortal> {
  const now = clock.now();
  await readCustomer(db.orm, businessId, id, now);
  const customerIds = await findCustomerGroup(db.orm, businessId, id);
  const visits = await readVisits(db.orm, businessId, customerIds, now);
  const since = onItsWaySince(now);
  const proposal = await findProposal(db.orm, businessId, customerIds);
  return {
    lastVisitAt: visits.lastVisitAt?.toISOString() ?? null,
    hasAccess:
      visits.isLive || (await hasLiveLink(db.orm, businessId, customerIds, { now, since })),
    proposal: proposal
      ? {
          id: proposal.id,
          changes: proposal.changes,
          createdAt: proposal.createdAt.toISOString(),
        }
      : null,
  };
}

/**
 * Emails the customer a link, to the customer's own address alone.
 * @throws AppError NOT_FOUND, CONFLICT (no address), TOO_MANY_REQUESTS
 */
export async function sendPortalLink(
  services: Pick<Services, 'db' | 'clock' | 'limits'>,
  businessId: string,
  id: number,
  key?: string,
): Promise<CustomerPortal> {
  const { db, clock, limits } = services;
  await limits.count(`portal links of ${businessId}`, PORTAL_LINKS_OF_AN_OWNER, 'links');
  const request = { businessId, key, call: 'customerPortal.sendLink', input: { id } };
  await runIdempotently(db, request, async (tx) => {
    const now = clock.now();
    const customer = await readCustomer(tx, businessId, id, now);
    if (!isAddress(customer.email)) {
      throw new AppError('CONFLICT', `${customer.name} has no email address.`);
    }
    // Whoever sends it by hand wants it tried again.
    await clearBounce(tx, businessId, customer.email);
    return queueLinks(tx, businessId, [customer], now);
  });
  return readCustomerPortal(services, businessId, id);
}

/** Ends the customer's visits and unused links. Done twice, it is done. @throws AppError NOT_FOUND */
export async function endPortalAccess(
  services: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<CustomerPortal> {
  const { db, clock } = services;
  await withTransaction(db, async (tx) => {
    const now = clock.now();
    await readCustomer(tx, businessId, id, now);
    await endAccessIn(tx, businessId, await findCustomerGroup(tx, businessId, id), now);
  });
  return readCustomerPortal(services, businessId, id);
}

/** The same in a transaction that does more. Links are locked before visits, as where one is opened. */
export async function endAccessIn(
  tx: Transaction,
  businessId: string,
  customerIds: readonly number[],
  now: Date,
): Promise<void> {
  await endLinks(tx, businessId, customerIds, now);
  await endSessions(tx, businessId, customerIds, now);
}
