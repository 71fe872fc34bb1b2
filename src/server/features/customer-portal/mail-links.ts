import * as z from 'zod';
import { LINK_MINUTES } from '../../../shared/customer-portal/portal-rules.ts';
import { isSameAddress } from '../../../shared/emails/undelivered.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { makeOwnedToken } from '../../platform/secrets/owned-token.ts';
import { isSuspended } from '../businesses/index.ts';
import { findCustomerRow, findCustomersByEmail } from '../customers/index.ts';
import type { MailedDocuments } from '../emails/index.ts';
import { isAddress, queueMessage } from '../emails/index.ts';
import { findProfile } from '../profile/index.ts';
import { findRecipient } from '../senders/index.ts';
import { countMessage } from './count-links.ts';
import type { LinkToMail } from './portal-link.email.ts';
import { linkWords, portalLinkEmail } from './portal-link.email.ts';
import { insertLinks, isLinkOnItsWay, lockLinksOfEmail, updateLink } from './portal-link.store.ts';

const MINUTE_MS = 60_000;
/** A message that could not go out for so long brings nothing that anybody still waits for. */
const LAPSES_AFTER_MS = 60 * MINUTE_MS;
/** Customers with one address, of which each has its own link. */
const MOST_LINKS = 10;

/** Since when a link that has not gone out may still be on its way. */
export const onItsWaySince = (now: Date): Date => new Date(now.getTime() - LAPSES_AFTER_MS);

/** The job that looks whether a typed address is a customer's, so that asking takes as long for every address. */
export const portalLinkQueue: JobQueue<{ businessId: string; email: string }> = {
  name: 'mail portal links',
  data: z.object({ businessId: z.uuid(), email: z.string().max(254) }),
  retries: 5,
  retrySeconds: 10,
};

type MailServices = Pick<Services, 'db' | 'clock' | 'limits'>;

/** The worker for links that customers have asked for. */
export function takePortalRequests(services: MailServices & Pick<Services, 'jobs'>): void {
  services.jobs.take(portalLinkQueue, (data) => mailLinksTo(services, data));
}

/**
 * Mails a link to whose address it is, one for each customer that has it. Nothing to an address that
 * messages came back from, while one is on its way, or where that would be too many.
 * @returns how many links
 */
export async function mailLinksTo(
  services: MailServices,
  { businessId, email }: { businessId: string; email: string },
): Promise<number> {
  const { db, clock } = services;
  // What a stranger types is no customer's, as a rule, and uses up nothing of what a business sends.
  const [known] = await findCustomersByEmail(db.orm, businessId, email, 1);
  if (!known || !(await countMessage(services, businessId, email))) return 0;
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    if (await isSuspended(tx, businessId)) return 0;
    const customers = await findCustomersByEmail(tx, businessId, email, MOST_LINKS);
    if (customers.length === 0) return 0;
    if ((await findRecipient(tx, businessId, email))?.bouncedAt) return 0;
    if (await isLinkOnItsWay(tx, businessId, email, onItsWaySince(now))) return 0;
    return queueLinks(tx, businessId, customers, now);
  });
}

type Recipient = Pick<
  Awaited<ReturnType<typeof findCustomersByEmail>>[number],
  'id' | 'name' | 'email'
>;

/**
 * Queues the message with the links of customers who have one address, in the caller's transaction.
 * @returns how many; 0 where there is no address to write to
 */
export async function queueLinks(
  tx: Transaction,
  businessId: string,
  customers: readonly Recipient[],
  now: Date,
): Promise<number> {
  const [first, ...others] = customers;
  if (!first || !isAddress(first.email)) return 0;
  const { email: address } = first;
  const toName = others.length === 0 ? first.name : null;
  const businessName = (await findProfile(tx, businessId))?.businessName ?? '';
  const emailId = await queueMessage(
    tx,
    {
      businessId,
      kind: 'portal_link',
      customerId: first.id,
      toAddress: address,
      toName,
      ...linkWords(businessName, toName),
    },
    now,
  );
  if (emailId === undefined)
    throw new Error('a link was taken for a message that is there already');
  const ids = customers.map(({ id }) => id);
  await insertLinks(tx, { businessId, emailId, address, createdAt: now }, ids);
  return ids.length;
}

/**
 * Links as messages. The tokens are made when the message goes out, and are kept nowhere: so a link
 * works from then on, and an attempt that failed leaves none behind.
 */
export const mailedLinks: MailedDocuments = {
  async lock(tx, businessId, id) {
    const customer = await findCustomerRow(tx, businessId, id);
    return customer && { ...customer, status: 'issued', numberKey: '' };
  },
  async prepare(tx, email, now) {
    const { businessId } = email;
    const links: { token: string; customer: LinkToMail['customer'] }[] = [];
    for (const link of await lockLinksOfEmail(tx, businessId, email.id)) {
      const isOver = link.usedAt ?? link.endedAt;
      if (isOver || link.createdAt <= onItsWaySince(now)) continue;
      const customer = await findCustomerRow(tx, businessId, link.customerId);
      if (!customer || customer.deletedAt) continue;
      if (!isSameAddress(customer.email ?? '', link.address)) continue;
      const { token, digest } = makeOwnedToken(businessId);
      const expiresAt = new Date(now.getTime() + LINK_MINUTES * MINUTE_MS);
      await updateLink(tx, businessId, link.id, { digest, expiresAt });
      links.push({ token, customer });
    }
    if (links.length === 0) return 'lapsed';
    return {
      write: async ({ appUrl }, profile) => ({
        content: portalLinkEmail(
          profile,
          email,
          // After the '#' it is sent to no server, written to no log, and told to no other page.
          links.map(({ token, customer }) => ({ url: `${appUrl()}/portal#${token}`, customer })),
        ),
      }),
    };
  },
  requireOpen() {},
  async markSent() {},
};
