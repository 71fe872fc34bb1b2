import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { verifications } from '../../db/tables/accounts.table.ts';
import type { Account } from './account.store.ts';
import { findAccount } from './account.store.ts';

/** How long a link to choose a new password works, in seconds. */
export const RESET_SECONDS = 60 * 60;

/** What the library's identifiers of reset links begin with, before the token. */
export const RESET_PREFIX = 'reset-password:';

/** A reset link as it is stored: known as one, and without what the link needs. */
export function storedResetIdentifier(identifier: string): string {
  return `${RESET_PREFIX}${createHash('sha256').update(identifier).digest('base64url')}`;
}

/** Makes a link to choose a new password without sending it. @returns its token */
export async function createResetLink(db: Queryable, userId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await db.insert(verifications).values({
    identifier: storedResetIdentifier(`${RESET_PREFIX}${token}`),
    value: userId,
    expiresAt: new Date(Date.now() + RESET_SECONDS * 1000),
  });
  return token;
}

/** The account that a link's token still opens. */
export async function findResetAccount(db: Queryable, token: string): Promise<Account | undefined> {
  const [link] = await db
    .select({ userId: verifications.value })
    .from(verifications)
    .where(matchesToken(token))
    .limit(1);
  return link && findAccount(db, link.userId);
}

/** The same, and the link is used up. */
export async function consumeResetLink(tx: Queryable, token: string): Promise<Account | undefined> {
  const [link] = await tx
    .delete(verifications)
    .where(matchesToken(token))
    .returning({ userId: verifications.value });
  return link && findAccount(tx, link.userId);
}

const matchesToken = (token: string) =>
  and(
    eq(verifications.identifier, storedResetIdentifier(`${RESET_PREFIX}${token}`)),
    gt(verifications.expiresAt, new Date()),
  );
