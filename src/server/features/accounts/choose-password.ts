import { and, eq } from 'drizzle-orm';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { accounts, sessions } from '../../db/tables/accounts.table.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Account } from './account.store.ts';
import { removeDoubtfulPasskeys, removeResetPasskeys } from './doubtful-passkeys.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { accessChanged } from './recent-proof.ts';
import { consumeResetLink, findResetAccount } from './reset-links.ts';
import { lockAccount, proveAddress, revokeAccess } from './revoke-access.ts';
import { recordSecurityEvent } from './security-log.ts';

interface Choice {
  newPassword: string;
  client: Client;
  at: Date;
}

/** What comes of it, for the message to the owner. */
export interface ChosenPassword {
  email: string;
  removedPasskeys: string[];
}

/** Sessions and links fall; what else there is has been looked at. */
const KEPT = { password: true, passkeys: true, identities: true } as const;

const expired = () =>
  new AppError('BAD_REQUEST', 'This link is no longer valid. Ask for a new one.', {
    reason: 'INVALID_TOKEN',
  });

/** @returns the account that a reset link is for @throws AppError BAD_REQUEST */
export async function requireResetAccount(db: Queryable, token: string): Promise<Account> {
  const account = await findResetAccount(db, token);
  if (!account) throw expired();
  return account;
}

/**
 * Sets the password by a reset link, which works once. Every session and every other link ends, and
 * doubtful passkeys are removed unless the owner knows them.
 * @throws AppError BAD_REQUEST when the link does not work any more
 */
export async function resetPassword(
  db: Database,
  {
    token,
    keepPasskeys,
    newPassword,
    client,
    at,
  }: Choice & { token: string; keepPasskeys: boolean },
): Promise<ChosenPassword> {
  await requireResetAccount(db.orm, token);
  // Before the transaction: it is slow, on purpose.
  const hash = await hashPassword(newPassword);
  return withTransaction(db, async (tx) => {
    const account = await consumeResetLink(tx, token);
    if (!account) throw expired();
    const userId = account.id;
    // First, so that no passkey is added between the look at them and the end of the sessions.
    await lockAccount(tx, userId);
    const removedPasskeys = await removeResetPasskeys(tx, account, keepPasskeys);
    // Whoever reads its mail has proven the address.
    await proveAddress(tx, userId);
    await revokeAccess(tx, userId, KEPT);
    const changed = await tx
      .update(accounts)
      .set({ password: hash, updatedAt: at })
      .where(isCredential(userId))
      .returning({ id: accounts.id });
    if (changed.length === 0) {
      const credential = { userId, accountId: userId, providerId: 'credential', password: hash };
      await tx.insert(accounts).values(credential);
    }
    await record(tx, 'password_reset', { userId, removedPasskeys, client, at });
    return { email: account.email, removedPasskeys };
  });
}

/**
 * Sets the password of the signed-in account. Every other session and every reset link ends, and
 * this session gets another secret.
 * @param change `sid` is the session's present secret, `newSid` the one it gets
 * @throws AppError BAD_REQUEST when the current password is wrong, or there is none; UNAUTHORIZED when
 *   the session has ended meanwhile
 */
export async function changePassword(
  db: Database,
  actor: Actor,
  change: Choice & {
    currentPassword: string;
    removePasskeys: boolean;
    sid: string | undefined;
    newSid: string;
  },
): Promise<ChosenPassword> {
  const { accountId: userId } = actor;
  const { client, at, sid } = change;
  const before = await requirePassword(
    db.orm,
    userId,
    change.currentPassword,
    'The current password is incorrect',
  );
  const hash = await hashPassword(change.newPassword);
  return withTransaction(db, async (tx) => {
    await revokeAccess(tx, userId, { ...KEPT, sid });
    const changed = await tx
      .update(accounts)
      .set({ password: hash, updatedAt: at })
      // Of two changes at once, the later one knows a password that is no longer the current one.
      .where(and(isCredential(userId), eq(accounts.password, before)))
      .returning({ id: accounts.id });
    if (changed.length === 0) throw wrongPassword('The current password is incorrect');
    const { rowCount } = await tx
      .update(sessions)
      .set({ sid: change.newSid, provedAt: at, updatedAt: at })
      .where(eq(sessions.id, actor.sessionId));
    if (!rowCount) throw accessChanged();
    const removedPasskeys = change.removePasskeys ? await removeDoubtfulPasskeys(tx, userId) : [];
    await record(tx, 'password_changed', { userId, removedPasskeys, client, at });
    return { email: actor.email, removedPasskeys };
  });
}

/**
 * @returns the hash of an account's password when this is the password
 * @throws AppError BAD_REQUEST with `message` when it is not, and when the account has none
 */
export async function requirePassword(
  db: Queryable,
  userId: string,
  password: string,
  message: string,
): Promise<string> {
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(isCredential(userId));
  if (!account?.hash) throw new AppError('BAD_REQUEST', 'This account has no password');
  if (await verifyPassword({ hash: account.hash, password })) return account.hash;
  throw wrongPassword(message);
}

/** When an account's password was chosen; undefined where it has none. */
export async function passwordChosenAt(db: Queryable, userId: string): Promise<Date | undefined> {
  const [account] = await db
    .select({ at: accounts.updatedAt })
    .from(accounts)
    .where(isCredential(userId));
  return account?.at;
}

const wrongPassword = (message: string) =>
  new AppError('BAD_REQUEST', message, { reason: 'INVALID_PASSWORD' });

const isCredential = (userId: string) =>
  and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'));

async function record(
  tx: Queryable,
  type: 'password_reset' | 'password_changed',
  {
    removedPasskeys,
    ...entry
  }: { userId: string; removedPasskeys: string[]; client: Client; at: Date },
): Promise<void> {
  await recordSecurityEvent(tx, { ...entry, type });
  if (removedPasskeys.length === 0) return;
  const data = { subjects: removedPasskeys };
  await recordSecurityEvent(tx, { ...entry, type: 'passkey_removed', data });
}
