/** Figures of customers' portals, for server and pages. */

/** Entries of a page of each list. */
export const PORTAL_PAGE = 20;
/** Invoices that are paid at once. */
export const MOST_PAID_AT_ONCE = 20;
/** How long a link works after its message went out, and a visit without and with use, in minutes. */
export const LINK_MINUTES = 20;
export const IDLE_MINUTES = 2 * 60;
export const VISIT_MINUTES = 12 * 60;

/** What whoever asks for a link is answered, whatever there is. */
export const linkAnswer = (businessName: string): string =>
  `If this address belongs to a customer of ${businessName}, a link is on its way. It works once, for ${LINK_MINUTES} minutes.`;
