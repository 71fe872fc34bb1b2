import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { verifications } from '../../db/tables/accounts.table.ts';
import { type Account, findAccount } from './account.store.ts';

/** How long a link to choose a new password works, in seconds. */
export const RESET_SECONDS = 60 * 60;

/** What the library's identifiers of reset links begin with, before the token. */
export const RESET_PREFIX = 'reset-password:';

/** A reset link as it is stored: known as one, and without what the link needs. */
export function storedResetIdentifier(identifier: string): string {
  return `${RESET_PREFIX}${createHash('sha256').update(identifier).digest('base64url')}`;
}

/** Whether a row of `verifications` is a reset link that still works; its value is the account's id. */
export function isResetLink(row: Record<string, unknown>): boolean {
  return (
    String(row.identifier).startsWith(RESET_PREFIX) &&
    row.expiresAt instanceof Date &&
    row.expiresAt.getTime() > Date.now()
  );
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
    .where(
      and(
        eq(verifications.identifier, storedResetIdentifier(`${RESET_PREFIX}${token}`)),
        gt(verifications.expiresAt, new Date()),
      ),
    )
    .limit(1);
  return link && findAccount(db, link.userId);
}
