import { OWNER_SCREENS } from '../pages/app-paths.ts';

/**
 * What the mobile app, the server and the command that generates the app must agree on: its id, and
 * which addresses of an installation open in it.
 */

/**
 * Screens that a link opens in the mobile app, each with what lies below it. Not among them: what an
 * owner's customers are sent, which belongs into a browser, and the ways to sign in.
 */
export const MOBILE_APP_PATHS = [...OWNER_SCREENS, '/subscription-success'] as const;

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
export function isMobileAppId(text: string): boolean {
  const named = /^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$/i.test(text);
  return named && !text.split('.').some((part) => RESERVED.has(part));
}

/** Words that cannot name a Java package (Java Language Specification, section 3.9). */
const RESERVED = new Set(
  [
    'abstract assert boolean break byte case catch char class const continue default do double else',
    'enum extends false final finally float for goto if implements import instanceof int interface',
    'long native new null package private protected public return short static strictfp super switch',
    'synchronized this throw throws transient true try void volatile while',
  ].flatMap((line) => line.split(' ')),
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
  return isMobileAppId(id) ? id : undefined;
}
