/**
 * What the mobile app, the server and the command that generates the app must agree on: its id, and
 * which addresses of an installation open in it.
 */

/**
 * Screens that a link opens in the mobile app, each with what lies below it. Not among them: what an
 * owner's customers are sent, which belongs into a browser, and the ways to sign in.
 */
export const MOBILE_APP_PATHS = [
  '/dashboard',
  '/invoices',
  '/estimates',
  '/customers',
  '/items',
  '/expenses',
  '/reports',
  '/business-profile',
  '/subscribe',
  '/subscription-success',
  '/billing',
  '/users',
  '/outbox',
  '/jobs',
] as const;

/** Where the app begins: '/' is the landing page for whoever is signed out. */
export const MOBILE_START_PATH = '/dashboard';

/** Whether a path, without its query, is a screen that the mobile app shows. */
export function opensInMobileApp(path: string): boolean {
  return MOBILE_APP_PATHS.some((screen) => path === screen || path.startsWith(`${screen}/`));
}

/**
 * An id that both stores take: Android allows no hyphen in it and Apple no underscore, and each part
 * names a Java package.
 */
export const MOBILE_APP_ID = /^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$/i;

/** Words that cannot name a Java package and are, or could be, part of a host's name. */
const RESERVED = new Set(
  'case class default do double final for if import int long new package private public short static super switch this try void native'.split(
    ' ',
  ),
);

/**
 * The id of the app for an installation: its host, from the back. `https://my-firm.example.com`
 * gives `com.example.myfirm`.
 * @returns undefined for a host without a domain, such as localhost or an IP address
 */
export function mobileAppId(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return undefined;
  const parts = hostname
    .split('.')
    .filter((part) => part !== '')
    .toReversed()
    .map((part) => part.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .map((part) => (/^\d/.test(part) || RESERVED.has(part) ? `x${part}` : part));
  const id = parts.join('.');
  return MOBILE_APP_ID.test(id) ? id : undefined;
}
