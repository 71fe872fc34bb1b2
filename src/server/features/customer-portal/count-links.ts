/** How many links are asked for and mailed, so that nobody can be flooded with them, nor locked out (record 67). */
import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Services } from '../../platform/http/services.ts';
import { PORTAL_LINKS } from '../../platform/limits/limit-rules.ts';
import type { RequestRule } from '../../platform/limits/request-limits.ts';

type CountServices = Pick<Services, 'limits'>;

/** What is counted says nothing of whose address it is. */
const markOf = (email: string): string =>
  createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32);

/** @throws AppError TOO_MANY_REQUESTS */
export const countNetwork = ({ limits }: CountServices, address: string): Promise<void> =>
  limits.count(
    `portal link by ${address}`,
    PORTAL_LINKS.network,
    'requests for links from your network',
  );

/** Who asks: anybody who types an address, or who has had a link, and so reads its mailbox. */
export type AskedBy = 'typing' | 'link';

/**
 * Counts an ask for a link to an address, the same for a customer's and for any other.
 * @param by what the one uses up is not taken from the other
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function countAsk(
  { limits }: CountServices,
  businessId: string,
  email: string,
  by: AskedBy,
): Promise<void> {
  const key = `portal link ${businessId} ${by} ${markOf(email)}`;
  const of = 'requests for links to this address';
  await limits.count(key, PORTAL_LINKS.address, of);
  await limits.count(`${key} a day`, PORTAL_LINKS.addressInADay, of);
}

/**
 * Counts a message that is to bring a link. Where strangers have used up what a business sends in an
 * hour, each of its customers can still have one.
 * @returns whether it may be sent
 */
export async function countMessage(
  { limits }: CountServices,
  businessId: string,
  email: string,
): Promise<boolean> {
  const isWithin = async (key: string, rule: RequestRule) => {
    try {
      await limits.count(key, rule);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false;
      throw error;
    }
  };
  const key = `portal links mailed ${businessId}`;
  if (await isWithin(key, PORTAL_LINKS.business)) return true;
  return isWithin(`${key} ${markOf(email)}`, PORTAL_LINKS.addressBesides);
}
