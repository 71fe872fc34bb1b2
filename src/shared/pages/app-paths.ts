/**
 * Addresses of the application's screens, beside '/', which is the front page for who is signed out.
 * Every other address is answered 404 with the same document.
 */
const SCREENS =
  /^\/(dashboard|invoices(\/\d+)?|estimates(\/\d+)?|customers|items|expenses|reports|business-profile|subscribe|subscription-success|billing|users|outbox|jobs|test-payment|sign-in|sign-up|forgot-password|reset-password)\/?$/;

/** Whether a path without its query is one of the application's screens. */
export function isAppPath(path: string): boolean {
  return SCREENS.test(path);
}
