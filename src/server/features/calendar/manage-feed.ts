import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { CalendarFeed } from '../../../shared/calendar/calendar.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { calendarFeeds } from '../../db/tables/calendar.table.ts';
import type { Services } from '../../platform/http/services.ts';

/** As many bits as nobody guesses (192), behind the business (128) that they are of. */
const SECRET_BYTES = 24;
const BUSINESS_BYTES = 16;
const TOKEN_LENGTH = ((SECRET_BYTES + BUSINESS_BYTES) * 8) / 6;
const TOKEN = /^[A-Za-z0-9_-]+$/;

const hashOf = (secret: Buffer): string => createHash('sha256').update(secret).digest('base64url');

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
  const secret = randomBytes(SECRET_BYTES);
  const values = { secretHash: hashOf(secret), lastReadAt: null, createdAt: clock.now() };
  await db.orm
    .insert(calendarFeeds)
    .values({ businessId, ...values })
    .onConflictDoUpdate({ target: calendarFeeds.businessId, set: values });
  const business = Buffer.from(businessId.replaceAll('-', ''), 'hex');
  const token = Buffer.concat([business, secret]).toString('base64url');
  return {
    ...(await readFeed(db.orm, businessId)),
    url: `${appUrl()}/calendar-feed/${token}/remit.ics`,
  };
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
  if (token.length !== Math.ceil(TOKEN_LENGTH) || !TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  // The last letter has bits to spare: one address has one spelling.
  if (bytes.toString('base64url') !== token) return undefined;
  const businessId = bytes
    .toString('hex', 0, BUSINESS_BYTES)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const own = eq(calendarFeeds.businessId, businessId);
  const [row] = await db.orm.select().from(calendarFeeds).where(own);
  if (!row) return undefined;
  const given = Buffer.from(hashOf(bytes.subarray(BUSINESS_BYTES)));
  if (!timingSafeEqual(given, Buffer.from(row.secretHash))) return undefined;
  await db.orm.update(calendarFeeds).set({ lastReadAt: clock.now() }).where(own);
  return businessId;
}
