import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../../src/server/db/database.ts';
import { users } from '../../src/server/db/tables/accounts.table.ts';
import { businesses } from '../../src/server/db/tables/businesses.table.ts';
import { createBusiness } from '../../src/server/features/businesses/index.ts';
import { prefillProfile } from '../../src/server/features/profile/index.ts';

/** What a test says of an account, and of the business that is made with it. */
type OwnerValues = Partial<typeof users.$inferInsert & typeof businesses.$inferInsert>;

/**
 * An account with its business and profile; subscribed, unless a trial is asked for.
 * @returns the business's id
 */
export async function makeOwner(db: Database, values: OwnerValues = {}): Promise<string> {
  const {
    subscriptionStatus = 'active',
    subscriptionPlan = subscriptionStatus === 'trial' ? null : 'yearly',
    trialInvoicesUsed = 0,
    stripeCustomerId = null,
    stripeSubscriptionId = null,
    suspendedAt = null,
    ...account
  } = values;
  const [user] = await db.orm
    .insert(users)
    .values({
      email: `owner-${randomUUID()}@example.com`,
      name: 'Ada Quill',
      firstName: 'Ada',
      lastName: 'Quill',
      ...account,
    })
    .returning();
  if (!user) throw new Error('no user was made');
  const businessId = await createBusiness(db.orm, user.id);
  await db.orm
    .update(businesses)
    .set({
      subscriptionStatus,
      subscriptionPlan,
      trialInvoicesUsed,
      stripeCustomerId,
      stripeSubscriptionId,
      suspendedAt,
    })
    .where(eq(businesses.id, businessId));
  await prefillProfile(db.orm, businessId, user);
  return businessId;
}
