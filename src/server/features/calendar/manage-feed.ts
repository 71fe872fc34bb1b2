import { and, eq } from 'drizzle-orm';
import type { CalendarFeed } from '../../../shared/calendar/calendar.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { calendarFeeds } from '../../db/tables/calendar.table.ts';
import type { Services } from '../../platform/http/services.ts';
import { makeOwnedToken, readOwnedToken } from '../../platform/secrets/owned-token.ts';

export async function readFeed(db: Queryable, businessId: string): Promise<CalendarFeed> {
  const [row] = await db
    .select()
    .from(calendarFeeds)
    .where(eq(calendarFeeds.businessId, businessId));
  return {
    createdAt: row?.createdAt.toISOString() ?? null,
    lastReadAt: row?.lastReadAt?.toISOString() ?? null,
  };
}

/** Makes the address by which calendar programs read; the one before opens nothing from then on. */
export async function createFeed(
  { db, clock, appUrl }: Pick<Services, 'db' | 'clock' | 'appUrl'>,
  businessId: string,
): Promise<CalendarFeed & { url: string }> {
  const { token, digest } = makeOwnedToken(businessId);
  const values = { digest, lastReadAt: null, createdAt: clock.now() };
  await db.orm
    .insert(calendarFeeds)
    .values({ businessId, ...values })
    .onConflictDoUpdate({ target: calendarFeeds.businessId, set: values });
  const url = `${appUrl()}/calendar-feed/${token}/remit.ics`;
  return { ...(await readFeed(db.orm, businessId)), url };
}

/** Nothing is read by its address any more. */
export async function deleteFeed(
  { db }: Pick<Services, 'db'>,
  businessId: string,
): Promise<CalendarFeed> {
  await db.orm.delete(calendarFeeds).where(eq(calendarFeeds.businessId, businessId));
  return readFeed(db.orm, businessId);
}

/** Whose calendar an address opens; undefined for one that was revoked, or was never made. */
export async function openFeed(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<string | undefined> {
  const given = readOwnedToken(token);
  if (!given) return undefined;
  const read = await db.orm
    .update(calendarFeeds)
    .set({ lastReadAt: clock.now() })
    .where(
      and(eq(calendarFeeds.businessId, given.businessId), eq(calendarFeeds.digest, given.digest)),
    )
    .returning({ businessId: calendarFeeds.businessId });
  return read[0]?.businessId;
}
