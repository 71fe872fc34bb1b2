import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { providerEvents } from '../../db/tables/payments.table.ts';

/** An event that a provider has sent to a business, or of the platform's own account about it. */
type SentEvent = Omit<typeof providerEvents.$inferInsert, 'createdAt'>;

/** Whether the event has had its effect before. */
export async function hadEffect(
  db: Queryable,
  { businessId, provider, eventId }: Omit<SentEvent, 'type'>,
): Promise<boolean> {
  const found = await db
    .select({ eventId: providerEvents.eventId })
    .from(providerEvents)
    .where(
      and(
        eq(providerEvents.businessId, businessId),
        eq(providerEvents.provider, provider),
        eq(providerEvents.eventId, eventId),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** Notes an event, in the transaction of its effect. @returns false when it has had it before */
export async function noteEffect(tx: Queryable, event: SentEvent, now: Date): Promise<boolean> {
  const noted = await tx
    .insert(providerEvents)
    .values({ ...event, createdAt: now })
    .onConflictDoNothing()
    .returning({ eventId: providerEvents.eventId });
  return noted.length > 0;
}
