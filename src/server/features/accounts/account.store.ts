import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { users } from '../../db/tables/accounts.table.ts';

export type Account = typeof users.$inferSelect;

/** The account with this id, or undefined when it has been deleted. */
export async function findAccount(db: Queryable, userId: string): Promise<Account | undefined> {
  const [account] = await db.select().from(users).where(eq(users.id, userId)).limit(1);
  return account;
}

/** @param email in small letters */
export async function findAccountByEmail(
  db: Queryable,
  email: string,
): Promise<Account | undefined> {
  const [account] = await db.select().from(users).where(eq(users.email, email)).limit(1);
  return account;
}
