import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { Queryable } from './database.ts';

/** What is asked of all owners at once, and by whom. */
export const ACROSS_OWNERS = [
  // Jobs, for whom there is something to do.
  'overdue invoices',
  'expired estimates',
  'recurring invoices',
  'reminders',
  'lost emails',
  'stalled emails',
  'returned messages',
  'checkouts to check',
  'saved cards',
  'saved cards to forget',
  'saved cards of other accounts',
  'refunds to check',
  'subscriptions to check',
  'payment keys to check',
  'retired payment keys',
  'unused uploads',
  'unfinished uploads',
  'old provider events',
  'old request keys',
  // The admin's list of accounts.
  'mail figures',
  'blocked senders',
  // A start, and a change of the key.
  'time zones',
  'newest payment keys',
  'sealed payment keys',
  'logos without a digest',
  // The check of all that was issued, and of what an update kept.
  'what is verified',
  'refunds of earlier releases',
] as const;

/**
 * Asks all owners at once: the only statements on owners' tables that name no owner (decision 31). They
 * read an index, lock nothing and change nothing; what they find is worked on owner by owner, by
 * statements that name the owner and look again. The name stands in the statement.
 */
export async function readAcrossOwners<Row extends Record<string, unknown>>(
  db: Queryable,
  name: (typeof ACROSS_OWNERS)[number],
  query: SQL,
): Promise<Row[]> {
  const { rows } = await db.execute(sql`${sql.raw(`/* across owners: ${name} */`)} ${query}`);
  return rows as Row[];
}

/** With so many owners it is not about one of them. */
const MOST_FAILURES = 10;

/**
 * Works for one owner after the other. What fails for one does not hold the others up.
 * @returns the sum of what `work` returned
 * @throws AggregateError in the end, or after ten failures
 */
export async function ownerByOwner(
  owners: readonly { business_id: string }[],
  work: (businessId: string) => Promise<number>,
): Promise<number> {
  let done = 0;
  const failures: unknown[] = [];
  for (const { business_id: businessId } of owners) {
    try {
      done += await work(businessId);
    } catch (error) {
      failures.push(error);
      if (failures.length >= MOST_FAILURES) break;
    }
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) {
    throw new AggregateError(failures, `It failed for ${failures.length} owners`);
  }
  return done;
}

/** Rows that are looked through at a time for whose they are. */
const BATCH = 5_000;

/**
 * Deletes the rows of a table that are older than a number of days, owner by owner. The table has an
 * index on `created_at`.
 * @returns how many
 */
export async function deleteOlderThan(
  db: Queryable,
  name: (typeof ACROSS_OWNERS)[number],
  table: string,
  { days, now }: { days: number; now: Date },
): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000).toISOString();
  const rows = sql.identifier(table);
  let removed = 0;
  for (;;) {
    const owners = await readAcrossOwners<{ business_id: string }>(
      db,
      name,
      sql`
        select distinct business_id from (
          select business_id from ${rows} where created_at < ${before}::timestamptz
          order by created_at limit ${BATCH}) oldest`,
    );
    if (owners.length === 0) return removed;
    removed += await ownerByOwner(owners, async (businessId) => {
      const { rowCount } = await db.execute(sql`
        delete from ${rows}
        where business_id = ${businessId} and created_at < ${before}::timestamptz`);
      return rowCount ?? 0;
    });
  }
}
