import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { users } from '../../db/tables/accounts.table.ts';
import type { Account } from './account.store.ts';
import { splitName } from './split-name.ts';

/** Keeps a name as its bearer writes it, and its parts as the specification reads them. */
export async function renameAccount(
  db: Queryable,
  userId: string,
  name: string,
  now: Date,
): Promise<Account | undefined> {
  const [account] = await db
    .update(users)
    .set({ name, ...splitName(name), updatedAt: now })
    .where(eq(users.id, userId))
    .returning();
  return account;
}
