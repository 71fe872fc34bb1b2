import { eq, sql } from 'drizzle-orm';
import type {
  BusinessProfile,
  BusinessProfileInput,
} from '../../../shared/profile/profile.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { businessProfiles } from '../../db/tables/profile.table.ts';

export type ProfileRow = typeof businessProfiles.$inferSelect;

/** An owner's business profile; there is at most one. */
export async function findProfile(db: Queryable, userId: string): Promise<ProfileRow | undefined> {
  const [row] = await db.select().from(businessProfiles).where(eq(businessProfiles.userId, userId));
  return row;
}

export async function lockProfile(db: Queryable, userId: string): Promise<ProfileRow | undefined> {
  const [row] = await db
    .select()
    .from(businessProfiles)
    .where(eq(businessProfiles.userId, userId))
    .for('update');
  return row;
}

/** undefined when the owner has a profile already. */
export async function insertProfile(
  db: Queryable,
  userId: string,
  input: Pick<BusinessProfileInput, 'businessName'> & Partial<BusinessProfileInput>,
): Promise<ProfileRow | undefined> {
  const [row] = await db
    .insert(businessProfiles)
    .values({ userId, ...input })
    .onConflictDoNothing({ target: businessProfiles.userId })
    .returning();
  return row;
}

export async function updateProfileRow(
  db: Queryable,
  userId: string,
  input: BusinessProfileInput,
  now: Date,
): Promise<ProfileRow | undefined> {
  const [row] = await db
    .update(businessProfiles)
    .set({ ...input, version: sql`${businessProfiles.version} + 1`, updatedAt: now })
    .where(eq(businessProfiles.userId, userId))
    .returning();
  return row;
}

/** Whether the business can be paid by card: both of the provider's keys are there. */
export function takesCards(profile: ProfileRow): boolean {
  return profile.stripePublishableKey !== null && profile.stripeSecretKey !== null;
}

/** What the owner sees; provider credentials are not among it. */
export function presentProfile(row: ProfileRow): BusinessProfile {
  return {
    id: row.id,
    userId: row.userId,
    businessName: row.businessName,
    contactName: row.contactName,
    email: row.email,
    phone: row.phone,
    address: row.address,
    city: row.city,
    state: row.state,
    zipCode: row.zipCode,
    country: row.country,
    website: row.website,
    logoUrl: row.logoUrl,
    taxNumber: row.taxNumber,
    timeZone: row.timeZone,
    pdfTheme: row.pdfTheme,
    pdfPrimaryColor: row.pdfPrimaryColor,
    pdfAccentColor: row.pdfAccentColor,
    stripeAccountStatus: row.stripeAccountStatus,
    paypalAccountStatus: row.paypalAccountStatus,
    preferredPaymentMethod: row.preferredPaymentMethod,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
