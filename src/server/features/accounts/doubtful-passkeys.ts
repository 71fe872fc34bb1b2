import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { DoubtfulPasskey } from '../../../shared/accounts/account.contract.ts';
import type { Queryable } from '../../db/database.ts';
import type { Account } from './account.store.ts';
import { lastGoodSignIn } from './known-browsers.ts';

/**
 * Passkeys that may be somebody else's: those added since the last sign-in that is known to be good,
 * and those added from a browser that the account hardly knew.
 */
const isDoubtful = (userId: string) => sql`user_id = ${userId} and (not from_trusted_browser
  or created_at > coalesce(${lastGoodSignIn(userId)}, '-infinity'))`;

const ofAccount = (userId: string) => sql`user_id = ${userId}`;

/** The newest first. */
export async function listDoubtfulPasskeys(
  db: Queryable,
  userId: string,
): Promise<DoubtfulPasskey[]> {
  return listWhere(db, isDoubtful(userId));
}

/**
 * What a reset removes. Until the account's address has been proven, that is every passkey, and none
 * may be kept: whoever added them may not be who reads its mail.
 */
export async function listResetPasskeys(
  db: Queryable,
  { id, emailVerified }: Pick<Account, 'id' | 'emailVerified'>,
): Promise<{ passkeys: DoubtfulPasskey[]; mayKeep: boolean }> {
  const passkeys = await listWhere(db, emailVerified ? isDoubtful(id) : ofAccount(id));
  return { passkeys, mayKeep: emailVerified };
}

async function listWhere(db: Queryable, which: SQL): Promise<DoubtfulPasskey[]> {
  const { rows } = await db.execute<{ id: string; name: string | null; created_at: string }>(
    sql`select id, name, created_at from passkeys where ${which} order by created_at desc, id`,
  );
  return rows.map(({ id, name, created_at }) => ({
    id,
    name: name || 'Passkey',
    createdAt: new Date(created_at).toISOString(),
  }));
}

/** @returns the names of those that were removed */
export const removeDoubtfulPasskeys = (tx: Queryable, userId: string) =>
  removeWhere(tx, isDoubtful(userId));

/** Removes what `listResetPasskeys` lists. @returns their names */
export async function removeResetPasskeys(
  tx: Queryable,
  { id, emailVerified }: Pick<Account, 'id' | 'emailVerified'>,
  keep: boolean,
): Promise<string[]> {
  if (emailVerified && keep) return [];
  return removeWhere(tx, emailVerified ? isDoubtful(id) : ofAccount(id));
}

async function removeWhere(tx: Queryable, which: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string | null }>(
    sql`delete from passkeys where ${which} returning name`,
  );
  return rows.map(({ name }) => name || 'Passkey');
}
