import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import {
  accounts,
  knownBrowsers,
  passkeys,
  sessions,
  users,
  verifications,
} from '../../db/tables/accounts.table.ts';
import { OIDC_PROVIDER_ID } from './oidc-provider.ts';

/** What stays when access is revoked; everything that is not named falls. */
export interface KeptAccess {
  /** `sessions.sid` of the one session that goes on, if it is the account's. */
  sid?: string | undefined;
  password?: boolean;
  passkeys?: boolean;
  /** Identities at the OpenID provider. */
  identities?: boolean;
}

/**
 * Ends the ways into an account: sessions, passkeys, password, identities at the OpenID provider,
 * and always the reset links that are still out. Part of the caller's transaction; the account's row
 * is locked, so that nothing is added beside it.
 */
export async function revokeAccess(
  tx: Queryable,
  userId: string,
  kept: KeptAccess = {},
): Promise<void> {
  await lockAccount(tx, userId);
  await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        kept.sid === undefined ? undefined : ne(sessions.sid, kept.sid),
      ),
    );
  if (!kept.passkeys) await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  const ofUser = eq(accounts.userId, userId);
  if (!kept.password) {
    await tx.delete(accounts).where(and(ofUser, eq(accounts.providerId, 'credential')));
    // Whose password it was, theirs were the browsers.
    await tx.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId));
  }
  if (!kept.identities) {
    await tx.delete(accounts).where(and(ofUser, ne(accounts.providerId, 'credential')));
  }
  // A reset link's value is the account's id.
  await tx.delete(verifications).where(eq(verifications.value, userId));
}

/**
 * Notes that whoever acts now has proven the account's address. The first proof ends every way in
 * from before it, because somebody else may have made the account; later ones change nothing.
 * @returns whether it was the first
 */
export async function proveAddress(
  tx: Queryable,
  userId: string,
  kept: KeptAccess = {},
): Promise<boolean> {
  const account = await lockAccount(tx, userId);
  if (!account || account.emailVerified) return false;
  await revokeAccess(tx, userId, kept);
  await tx
    .update(users)
    .set({ emailVerified: true, updatedAt: new Date() })
    .where(eq(users.id, userId));
  return true;
}

/** Before any change to the row, so that two who change it wait for each other in one order. */
export async function lockAccount(tx: Queryable, userId: string) {
  const [account] = await tx
    .select({ emailVerified: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  return account;
}

/** An identity that somebody linked to an account whose address nobody has proven opens nothing. */
export async function dropUnprovenIdentity(db: Queryable, sub: string): Promise<void> {
  const unproven = db.select({ id: users.id }).from(users).where(eq(users.emailVerified, false));
  await db
    .delete(accounts)
    .where(
      and(
        eq(accounts.providerId, OIDC_PROVIDER_ID),
        eq(accounts.accountId, sub),
        inArray(accounts.userId, unproven),
      ),
    );
}
