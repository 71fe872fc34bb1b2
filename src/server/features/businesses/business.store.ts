import type { SQL } from 'drizzle-orm';
import { and, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { noteLocks } from '../../db/lock-order.ts';
import { executeNamed, selectNamed } from '../../db/named-statements.ts';
import { users } from '../../db/tables/accounts.table.ts';
import { businesses, members } from '../../db/tables/businesses.table.ts';

const owner = {
  accountId: users.id,
  email: users.email,
  emailVerified: users.emailVerified,
  name: users.name,
};

/** A business with the account that owns it. */
export type Business = NonNullable<Awaited<ReturnType<typeof findBusiness>>>;

/** Makes a business whose only member, its owner, is this account. @returns its id */
export async function createBusiness(tx: Queryable, accountId: string): Promise<string> {
  const [made] = await tx.insert(businesses).values({}).returning({ id: businesses.id });
  if (!made) throw new Error('no business was made');
  await tx.insert(members).values({ businessId: made.id, accountId, role: 'owner' });
  return made.id;
}

export async function findBusiness(db: Queryable, businessId: string) {
  const [found] = await db
    .select({ ...getTableColumns(businesses), owner })
    .from(businesses)
    .innerJoin(members, and(eq(members.businessId, businesses.id), eq(members.role, 'owner')))
    .innerJoin(users, eq(users.id, members.accountId))
    .where(eq(businesses.id, businessId))
    .limit(1);
  return found;
}

/**
 * To be selected beside a business's rows: the account of its owner, which answers call `userId`.
 * @param businessId the value where it is known, or the rows' column
 */
export const ownerAccount = (businessId: string | SQL) =>
  sql<string>`(select owners.account_id from members owners
    where owners.business_id = ${businessId} and owners.role = 'owner')`;

/** The business that this account acts for, or undefined when there is no such account. */
export async function findAccountBusiness(
  db: Queryable,
  accountId: string,
): Promise<string | undefined> {
  const [found] = await db
    .select({ businessId: members.businessId })
    .from(members)
    .where(eq(members.accountId, accountId))
    .limit(1);
  return found?.businessId;
}

/**
 * Who makes an invoice, by its count against the trial, a tax rate or a number series holds this row
 * until the end: what is free or missing now stays so.
 */
export async function lockBusiness(tx: Queryable, businessId: string): Promise<void> {
  noteLocks(tx, 'business', [0]);
  await executeNamed(tx, sql`select 1 from businesses where id = ${businessId} for no key update`);
}

/** Whether the business may read only: nothing goes out for it, and its public pages are closed. */
export async function isSuspended(db: Queryable, businessId: string): Promise<boolean> {
  const rows = await selectNamed(
    db,
    'is_suspended',
    db
      .select({ id: businesses.id })
      .from(businesses)
      .where(and(eq(businesses.id, businessId), isNotNull(businesses.suspendedAt))),
  );
  return rows.length > 0;
}

/**
 * Suspends a business, or with `at` null reinstates it.
 * @returns false when it stood so already, or there is no such business
 */
export async function setSuspension(
  tx: Queryable,
  businessId: string,
  { at, reason }: { at: Date | null; reason: string | null },
): Promise<boolean> {
  const isThis = eq(businesses.id, businessId);
  const [stored] = await tx.select().from(businesses).where(isThis).for('update');
  if (!stored || (stored.suspendedAt === null) === (at === null)) return false;
  await tx.update(businesses).set({ suspendedAt: at, suspensionReason: reason }).where(isThis);
  return true;
}

/** The businesses whose issued documents do not all have revisions yet. */
export function listNotTakenOver(db: Queryable) {
  return db
    .select({ business_id: businesses.id })
    .from(businesses)
    .where(isNull(businesses.revisionsSince));
}

/** Each issued document of the business has its revision from here on. */
export async function markTakenOver(db: Queryable, businessId: string, now: Date): Promise<void> {
  await db
    .update(businesses)
    .set({ revisionsSince: now })
    .where(and(eq(businesses.id, businessId), isNull(businesses.revisionsSince)));
}

/** The businesses whose search texts have to be written anew. */
export function listSearchUnwritten(db: Queryable) {
  return db
    .select({ business_id: businesses.id })
    .from(businesses)
    .where(isNull(businesses.searchWrittenAt));
}

/** Said in the transaction that changes what they are written by. */
export async function setSearchWritten(
  db: Queryable,
  businessId: string,
  at: Date | null,
): Promise<void> {
  await db.update(businesses).set({ searchWrittenAt: at }).where(eq(businesses.id, businessId));
}
