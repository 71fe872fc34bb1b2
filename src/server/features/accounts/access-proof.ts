import { and, eq, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { accounts, passkeys, sessions, users } from '../../db/tables/accounts.table.ts';
import { authCallContext } from './auth-call-context.ts';
import { OIDC_PROVIDER_ID } from './oidc-provider.ts';

/*
 * Between checking a password and writing the session that it opens, access may be revoked. So what
 * was checked is checked again in the transaction that writes, under locks that `revokeAccess`, a new
 * password and the end of a session wait for: either they see what was written and end it, or it is
 * not written.
 */

/** What lets somebody into an account. */
export type AccessProof =
  /** The hash that a password has matched. */
  | { passwordHash: string }
  | { credentialId: string }
  | { sessionId: string }
  /** The subject of an identity at the OpenID provider. */
  | { subject: string };

/** Notes what the call that is being answered has checked. */
export function noteProof(proof: AccessProof): void {
  const call = authCallContext();
  if (call) call.proof = proof;
}

/**
 * Whether a proof still opens the account; it goes on doing so until the caller's transaction ends.
 * The account's row is locked before that of the proof, as in `revokeAccess`.
 * @param proof unset: what the call that is being answered has checked
 */
export async function isStillProven(
  tx: Queryable,
  userId: string,
  proof: AccessProof | undefined = authCallContext()?.proof,
): Promise<boolean> {
  if (!proof) return false;
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
  const rows = await lockProof(tx, userId, proof);
  return rows.length > 0;
}

function lockProof(tx: Queryable, userId: string, proof: AccessProof) {
  const way = (providerId: string, is: SQL) =>
    tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.userId, userId), eq(accounts.providerId, providerId), is));
  if ('passwordHash' in proof) {
    // A new hash must wait as well, not only the end of the row.
    return way('credential', eq(accounts.password, proof.passwordHash)).for('share');
  }
  if ('subject' in proof) {
    return way(OIDC_PROVIDER_ID, eq(accounts.accountId, proof.subject)).for('key share');
  }
  if ('credentialId' in proof) {
    return tx
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(and(eq(passkeys.userId, userId), eq(passkeys.credentialID, proof.credentialId)))
      .for('key share');
  }
  return tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, proof.sessionId)))
    .for('key share');
}
