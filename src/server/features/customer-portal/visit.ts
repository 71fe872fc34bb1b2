import { VISIT_MINUTES } from '../../../shared/customer-portal/portal-rules.ts';
import { isSameAddress } from '../../../shared/emails/undelivered.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { RequestCookies } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { makeOwnedToken, readOwnedToken } from '../../platform/secrets/owned-token.ts';
import { cookiePrefix, cookieValue, setCookie } from '../accounts/index.ts';
import { isSuspended } from '../businesses/index.ts';
import { findCustomerGroup, findCustomerRow } from '../customers/index.ts';
import { notAvailable } from '../documents/index.ts';
import { lockLink, updateLink } from './portal-link.store.ts';
import {
  endSession,
  findLiveSession,
  insertSession,
  updateSession,
} from './portal-session.store.ts';

/** Who visits a portal: one customer of one business. */
export interface Visit {
  businessId: string;
  sessionId: number;
  /** The customer, and before it those that were merged into it are read as its own. */
  customerId: number;
  /** All numbers of the customer: itself first. */
  customerIds: readonly [number, ...number[]];
}

/** Often enough to end a visit in time, seldom enough that looking does not always write. */
const USE_NOTED_MS = 60_000;

const cookieName = (isSecure: boolean) => `${cookiePrefix(isSecure)}.portal`;

type GivenCookies = Pick<RequestCookies, 'given' | 'isSecure'>;

const readCookie = ({ given, isSecure }: GivenCookies) =>
  readOwnedToken(cookieValue(given, cookieName(isSecure())));

/**
 * The visit that a request belongs to. Nothing is cached: what ends one ends it at once.
 * @throws AppError UNAUTHORIZED
 */
export async function requireVisit(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  cookies: GivenCookies,
): Promise<Visit> {
  const token = readCookie(cookies);
  const now = clock.now();
  const found = token && (await findLiveSession(db.orm, token, now));
  if (!found) {
    throw new AppError('UNAUTHORIZED', 'Your visit has ended. Ask for a new link to come back.');
  }
  const { businessId } = token;
  const { id: sessionId, customerId, lastUsedAt } = found;
  if (now.getTime() - lastUsedAt.getTime() > USE_NOTED_MS) {
    await updateSession(db.orm, businessId, sessionId, { lastUsedAt: now });
  }
  const customerIds = await findCustomerGroup(db.orm, businessId, customerId);
  return { businessId, sessionId, customerId, customerIds };
}

/**
 * Uses a link up and begins a visit; one that this browser has ends.
 * @throws AppError NOT_AVAILABLE with the reason, in words for the customer
 */
export async function openPortal(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  cookies: RequestCookies,
): Promise<void> {
  const link = readOwnedToken(token);
  if (!link) throw unusable('does not work');
  const before = readCookie(cookies);
  const { token: visit, digest } = makeOwnedToken(link.businessId);
  await withTransaction(db, async (tx) => {
    const now = clock.now();
    const { businessId } = link;
    const stored = await lockLink(tx, link);
    if (!stored) throw unusable('does not work');
    if (stored.usedAt) throw unusable('has been used');
    if (stored.endedAt) throw unusable('does not work any more');
    if (!stored.expiresAt || stored.expiresAt <= now) throw unusable('has expired');
    if (await isSuspended(tx, businessId)) throw notAvailable();
    const { customerId, address } = stored;
    const customer = await findCustomerRow(tx, businessId, customerId);
    if (!customer || customer.deletedAt || !isSameAddress(customer.email ?? '', address)) {
      throw unusable('does not work any more');
    }
    await updateLink(tx, businessId, stored.id, { usedAt: now });
    if (before) await endSession(tx, before, now);
    await insertSession(tx, { businessId, customerId, address, digest }, now);
  });
  const isSecure = cookies.isSecure();
  cookies.set(setCookie(cookieName(isSecure), visit, VISIT_MINUTES * 60, isSecure));
}

/** Ends the visit, if there is one, and takes the cookie away. */
export async function signOut(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  cookies: RequestCookies,
): Promise<void> {
  const token = readCookie(cookies);
  if (token) await endSession(db.orm, token, clock.now());
  const isSecure = cookies.isSecure();
  cookies.set(setCookie(cookieName(isSecure), '', 0, isSecure));
}

const unusable = (what: string) =>
  new AppError('NOT_AVAILABLE', `This link ${what}. Ask for a new one.`);
