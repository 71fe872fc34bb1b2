import { setImmediate } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import { and, count, desc, eq, gte, sql } from 'drizzle-orm';
import type { UserStats } from '../../../shared/admin/users.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { users } from '../../db/tables/accounts.table.ts';
import { businesses, members } from '../../db/tables/businesses.table.ts';
import type { InstantCursor } from '../../platform/lists/cursor.ts';
import { searchCondition } from '../../platform/lists/cursor.ts';

const { id, email, searchText, firstName, lastName, profileImageUrl, createdAt } = users;
const { trialInvoicesUsed, subscriptionStatus, subscriptionPlan, suspendedAt, suspensionReason } =
  businesses;

const selection = {
  id,
  businessId: businesses.id,
  email,
  firstName,
  lastName,
  profileImageUrl,
  trialInvoicesUsed,
  subscriptionStatus,
  subscriptionPlan,
  suspendedAt,
  suspensionReason,
  createdAt,
};

const searching = (search: string | undefined): SQL | undefined =>
  searchCondition(sql`${searchText}`, search);

/** Accounts, newest first; with `limit` one row more than that, to know whether there is a next page. */
export function listUsers(
  db: Queryable,
  query: {
    limit?: number | undefined;
    search?: string | undefined;
    after?: InstantCursor | undefined;
  },
) {
  const { after, limit } = query;
  const rows = db
    .select(selection)
    .from(users)
    .innerJoin(members, eq(members.accountId, id))
    .innerJoin(businesses, eq(businesses.id, members.businessId))
    .where(
      and(
        searching(query.search),
        // The first half alone finds the place in the index, whose columns run in two directions.
        after &&
          sql`${createdAt} <= ${after.key} and (${createdAt} < ${after.key} or ${id} > ${after.id})`,
      ),
    )
    .orderBy(desc(createdAt), id)
    .$dynamic();
  return limit === undefined ? rows : rows.limit(limit + 1);
}

/** Read at once, with room for other requests between. */
const AT_ONCE = 500;

/** As `listUsers`; the whole list is put together of pages, so that it holds nobody else up. */
export async function readUsers(
  db: Queryable,
  query: Parameters<typeof listUsers>[1],
): Promise<UserRow[]> {
  if (query.limit !== undefined) return listUsers(db, query);
  const all: UserRow[] = [];
  let { after } = query;
  for (;;) {
    const rows = await listUsers(db, { ...query, after, limit: AT_ONCE });
    const more = rows.length > AT_ONCE;
    all.push(...rows.slice(0, AT_ONCE));
    const last = all.at(-1);
    if (!more || !last) return all;
    after = { key: last.createdAt.toISOString(), id: last.id };
    await setImmediate();
  }
}

export type UserRow = Awaited<ReturnType<typeof listUsers>>[number];

export async function findUser(db: Queryable, accountId: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select(selection)
    .from(users)
    .innerJoin(members, eq(members.accountId, id))
    .innerJoin(businesses, eq(businesses.id, members.businessId))
    .where(eq(id, accountId));
  return row;
}

/** How many accounts match, but never more than `most`. */
export async function countUsers(
  db: Queryable,
  search: string | undefined,
  most: number,
): Promise<number> {
  const found = db.select({ id }).from(users).where(searching(search)).limit(most).as('found');
  return db.$count(found);
}

/** All accounts by their status, and those since `newSince`: two counts that read indexes alone. */
export async function countUsersByStatus(db: Queryable, newSince: Date): Promise<UserStats> {
  const byStatus = await db
    .select({ status: subscriptionStatus, count: count() })
    .from(businesses)
    .groupBy(subscriptionStatus);
  const newUsers = await db.$count(users, gte(createdAt, newSince));
  const of = (status: UserRow['subscriptionStatus']) =>
    byStatus.find((row) => row.status === status)?.count ?? 0;
  return {
    totalUsers: byStatus.reduce((sum, row) => sum + row.count, 0),
    newUsers,
    trialUsers: of('trial'),
    activeUsers: of('active'),
    canceledUsers: of('canceled'),
  };
}
