import { randomUUID } from 'node:crypto';
import type { RequestCookies } from '../../platform/http/api-context.ts';
import { cookiePrefix, cookieValue, setCookie } from '../accounts/index.ts';

/** As long as a provider keeps a checkout open (Stripe: 24 hours). */
const LIFE_SECONDS = 86_400;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Which browser asks to pay, by a random cookie that it has from its first ask on. It lets nobody in: by it
 * another ask of the same payer's takes the place of the former, and one of somebody else's does not.
 */
export function identifyPayer(cookies: RequestCookies): string {
  const isSecure = cookies.isSecure();
  const name = `${cookiePrefix(isSecure)}.payer`;
  const given = cookieValue(cookies.given, name);
  const visitor = given && UUID.test(given) ? given : randomUUID();
  cookies.set(setCookie(name, visitor, LIFE_SECONDS, isSecure));
  return visitor;
}
