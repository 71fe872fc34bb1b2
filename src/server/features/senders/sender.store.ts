import { and, desc, eq, gt, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import type { MailFigures } from '../../../shared/admin/users.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { mailDays, mailRecipients, mailSenders } from '../../db/tables/senders.table.ts';

export type SenderRow = typeof mailSenders.$inferSelect;
export type Proof = NonNullable<SenderRow['provenBy']>;

export async function findSender(db: Queryable, userId: string): Promise<SenderRow | undefined> {
  const [row] = await db.select().from(mailSenders).where(eq(mailSenders.userId, userId));
  return row;
}

/** The owner's row, made where there is none, locked until the transaction ends. */
export async function lockSender(db: Queryable, userId: string): Promise<SenderRow> {
  const [row] = await db
    .insert(mailSenders)
    .values({ userId })
    .onConflictDoUpdate({ target: mailSenders.userId, set: { userId } })
    .returning();
  if (!row) throw new Error('the sender could not be locked');
  return row;
}

export async function updateSender(
  db: Queryable,
  userId: string,
  values: Partial<SenderRow>,
): Promise<void> {
  await db.update(mailSenders).set(values).where(eq(mailSenders.userId, userId));
}

/** Addresses differ by their letters alone, not by how these are written. */
export const recipientKey = (address: string) => address.trim().toLowerCase();

const one = (userId: string, address: string) =>
  and(eq(mailRecipients.userId, userId), eq(mailRecipients.address, recipientKey(address)));

export async function findRecipient(
  db: Queryable,
  userId: string,
  address: string,
): Promise<typeof mailRecipients.$inferSelect | undefined> {
  const [row] = await db.select().from(mailRecipients).where(one(userId, address));
  return row;
}

export async function insertRecipient(
  db: Queryable,
  userId: string,
  address: string,
  now: Date,
): Promise<void> {
  await db
    .insert(mailRecipients)
    .values({ userId, address: recipientKey(address), firstMailedAt: now })
    .onConflictDoUpdate({
      target: [mailRecipients.userId, mailRecipients.address],
      set: {
        firstMailedAt: sql`coalesce(${mailRecipients.firstMailedAt}, excluded.first_mailed_at)`,
      },
    });
}

/** Nothing more goes from this owner to this address. Done twice, the first time counts. */
export async function blockSender(
  db: Queryable,
  userId: string,
  address: string,
  now: Date,
): Promise<void> {
  await db
    .insert(mailRecipients)
    .values({ userId, address: recipientKey(address), blockedAt: now })
    .onConflictDoUpdate({
      target: [mailRecipients.userId, mailRecipients.address],
      set: { blockedAt: sql`coalesce(${mailRecipients.blockedAt}, excluded.blocked_at)` },
    });
}

/** When recipients were new since then, the newest first, at most so many. */
export async function listNewRecipients(
  db: Queryable,
  userId: string,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const rows = await db
    .select({ at: mailRecipients.firstMailedAt })
    .from(mailRecipients)
    .where(
      and(
        eq(mailRecipients.userId, userId),
        isNotNull(mailRecipients.firstMailedAt),
        gt(mailRecipients.firstMailedAt, since),
      ),
    )
    .orderBy(desc(mailRecipients.firstMailedAt))
    .limit(limit);
  return rows.flatMap(({ at }) => (at ? [at] : []));
}

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);

/** Adds one to a figure of the day, in the transaction that it is a figure of. */
export async function countMail(
  db: Queryable,
  userId: string,
  what: keyof MailFigures,
  now: Date,
): Promise<void> {
  await db
    .insert(mailDays)
    .values({ userId, day: dayOf(now), [what]: 1 })
    .onConflictDoUpdate({
      target: [mailDays.userId, mailDays.day],
      set: { [what]: sql`${mailDays[what]} + 1` },
    });
}

/** Read at once: with more accounts than that, one statement after another. */
const ACCOUNTS_AT_ONCE = 500;

/** Figures of each of these accounts since that day; accounts without any are left out. */
export async function sumMail(
  db: Queryable,
  userIds: string[],
  since: Date,
): Promise<Map<string, MailFigures>> {
  const total = (column: 'sent' | 'newRecipients' | 'failed' | 'reported') =>
    sql`sum(${mailDays[column]})`.mapWith(Number);
  const figures = new Map<string, MailFigures>();
  for (let at = 0; at < userIds.length; at += ACCOUNTS_AT_ONCE) {
    const rows = await db
      .select({
        userId: mailDays.userId,
        sent: total('sent'),
        newRecipients: total('newRecipients'),
        failed: total('failed'),
        reported: total('reported'),
      })
      .from(mailDays)
      .where(
        and(
          inArray(mailDays.userId, userIds.slice(at, at + ACCOUNTS_AT_ONCE)),
          gte(mailDays.day, dayOf(since)),
        ),
      )
      .groupBy(mailDays.userId);
    for (const { userId, ...sums } of rows) figures.set(userId, sums);
  }
  return figures;
}
