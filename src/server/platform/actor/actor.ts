/** What a member may do for a business. */
export type MemberRole = 'owner';

/**
 * Who acts, and for which business: resolved once for a request, from its session (resolve-session.ts).
 * Verbs are given the business's id, or the actor where it matters who acts. What runs for a business
 * without anybody's session (jobs, providers' events, public pages) knows the id alone.
 */
export interface Actor {
  accountId: string;
  /** Leads the keys of all the business's tables. */
  businessId: string;
  role: MemberRole;
  /** The account of the business's owner, which answers call `userId`. */
  ownerAccountId: string;
  email: string;
  emailVerified: boolean;
  sessionId: string;
  /** The business may read only; most writes are refused before they get here. */
  suspended: boolean;
}
