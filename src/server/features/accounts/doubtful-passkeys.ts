import { sql } from 'drizzle-orm';
import type { DoubtfulPasskey } from '../../../shared/accounts/account.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { lastGoodSignIn } from './known-browsers.ts';

/**
 * Passkeys that may be somebody else's: those added since the last sign-in that is known to be good,
 * and those added from a browser that the account hardly knew.
 */
const isDoubtful = (userId: string) => sql`user_id = ${userId} and (not from_trusted_browser
  or created_at > coalesce(${lastGoodSignIn(userId)}, '-infinity'))`;

/** The newest first. */
export async function listDoubtfulPasskeys(
  db: Queryable,
  userId: string,
): Promise<DoubtfulPasskey[]> {
  const { rows } = await db.execute<{ id: string; name: string | null; created_at: string }>(
    sql`select id, name, created_at from passkeys where ${isDoubtful(userId)}
        order by created_at desc, id`,
  );
  return rows.map(({ id, name, created_at }) => ({
    id,
    name: name || 'Passkey',
    createdAt: new Date(created_at).toISOString(),
  }));
}
