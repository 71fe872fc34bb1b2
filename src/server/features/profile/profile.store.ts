import { eq, sql } from 'drizzle-orm';
import { countryLocale } from '../../../shared/countries/countries.ts';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { businessDay } from '../../../shared/dates/calendar-date.ts';
import { DEFAULT_CURRENCY } from '../../../shared/money/currencies.ts';
import type { Queryable } from '../../db/database.ts';
import { selectNamed } from '../../db/named-statements.ts';
import { businessProfiles } from '../../db/tables/profile.table.ts';

export type ProfileRow = typeof businessProfiles.$inferSelect;

/** An owner's business profile; there is at most one. */
export async function findProfile(
  db: Queryable,
  businessId: string,
): Promise<ProfileRow | undefined> {
  const [row] = await selectNamed(
    db,
    'find_profile',
    db.select().from(businessProfiles).where(eq(businessProfiles.businessId, businessId)),
  );
  return row;
}

/** The day that it is where a business is. */
export async function readBusinessDay(
  db: Queryable,
  businessId: string,
  now: Date,
): Promise<CalendarDate> {
  return businessDay(now, await findProfile(db, businessId));
}

export async function lockProfile(
  db: Queryable,
  businessId: string,
): Promise<ProfileRow | undefined> {
  const [row] = await db
    .select()
    .from(businessProfiles)
    .where(eq(businessProfiles.businessId, businessId))
    .for('update');
  return row;
}

/** undefined when the owner has a profile already. */
export async function insertProfile(
  db: Queryable,
  businessId: string,
  values: Omit<typeof businessProfiles.$inferInsert, 'businessId'>,
): Promise<ProfileRow | undefined> {
  const [row] = await db
    .insert(businessProfiles)
    .values({ businessId, ...values })
    .onConflictDoNothing({ target: businessProfiles.businessId })
    .returning();
  return row;
}

export async function updateProfileRow(
  db: Queryable,
  businessId: string,
  values: Partial<ProfileRow>,
  now: Date,
): Promise<ProfileRow | undefined> {
  const [row] = await db
    .update(businessProfiles)
    .set({ ...values, version: sql`${businessProfiles.version} + 1`, updatedAt: now })
    .where(eq(businessProfiles.businessId, businessId))
    .returning();
  return row;
}

type Setting = Partial<
  Pick<ProfileRow, 'editorColumns' | 'issuedInvoices' | 'issuedInvoicesChosenAt'>
>;

/** What is set apart from the profile's form. @returns whether there is a profile to keep it on */
export async function keepSetting(
  db: Queryable,
  businessId: string,
  setting: Setting,
): Promise<boolean> {
  const rows = await db
    .update(businessProfiles)
    .set(setting)
    .where(eq(businessProfiles.businessId, businessId))
    .returning({ id: businessProfiles.id });
  return rows.length > 0;
}

/** How names are sorted where a business is. */
export async function readBusinessLocale(db: Queryable, businessId: string): Promise<string> {
  const [row] = await db
    .select({ country: businessProfiles.country })
    .from(businessProfiles)
    .where(eq(businessProfiles.businessId, businessId));
  return countryLocale(row?.country);
}

/** The currency of new records; the default where there is no profile. */
export async function readBusinessCurrency(db: Queryable, businessId: string): Promise<string> {
  const [row] = await db
    .select({ currency: businessProfiles.currency })
    .from(businessProfiles)
    .where(eq(businessProfiles.businessId, businessId));
  return row?.currency ?? DEFAULT_CURRENCY;
}
