import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/server/db/database.ts';
import { users } from '../../src/server/db/tables/accounts.table.ts';
import { prefillProfile } from '../../src/server/features/profile/index.ts';

/** An account with its business profile; subscribed, unless a trial is asked for. */
export async function makeOwner(
  db: Database,
  values: Partial<typeof users.$inferInsert> = {},
): Promise<string> {
  const [user] = await db.orm
    .insert(users)
    .values({
      email: `owner-${randomUUID()}@example.com`,
      name: 'Ada Quill',
      firstName: 'Ada',
      lastName: 'Quill',
      subscriptionStatus: 'active',
      subscriptionPlan: 'yearly',
      ...values,
    })
    .returning();
  if (!user) throw new Error('no user was made');
  await prefillProfile(db.orm, user);
  return user.id;
}
