import { ACCOUNT_REPORTS } from '../reports/account-reports.ts';

/** Screens of a signed-in owner that people go to by their address. */
const WORK_SCREENS = [
  '/invoices',
  '/recurring',
  '/calendar',
  '/estimates',
  '/credit-notes',
  '/customers',
  '/items',
  '/expenses',
  '/reports',
  '/business-profile',
  '/subscribe',
  '/billing',
  '/account',
] as const;

/** Screens of a signed-in owner, beside '/', which is the front page for who is signed out. */
export const OWNER_SCREENS = ['/dashboard', ...WORK_SCREENS, '/users', '/outbox', '/jobs'] as const;

const WAYS_IN = ['/sign-in', '/sign-up'] as const;

/** Screens that ask nobody who they are, and the ways in. */
const OPEN_SCREENS = [
  '/subscription-success',
  '/test-payment',
  ...WAYS_IN,
  '/forgot-password',
  '/reset-password',
  '/confirmed',
];

/** Screens that an unknown address may have meant. */
export const MEANT_SCREENS = [...WORK_SCREENS, ...WAYS_IN] as const;

const SCREENS: ReadonlySet<string> = new Set([
  ...OWNER_SCREENS,
  ...OPEN_SCREENS,
  ...ACCOUNT_REPORTS.map((report) => `/reports/${report}`),
]);
const RECORD = /^\/(invoices|recurring|estimates|credit-notes|customers)\/\d+$/;

/**
 * Whether a path without its query is one of the application's screens. Every other address is
 * answered 404 with the same document.
 */
export function isAppPath(path: string): boolean {
  const plain = path.replace(/(.)\/$/, '$1');
  return SCREENS.has(plain) || RECORD.test(plain);
}
