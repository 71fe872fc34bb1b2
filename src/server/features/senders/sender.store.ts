import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { AdminUser, MailFigures } from '../../../shared/admin/users.contract.ts';
import { addressKey } from '../../../shared/contract/email-address.ts';
import type { SenderBlock } from '../../../shared/senders/sender.contract.ts';
import { readAcrossOwners } from '../../db/across-owners.ts';
import type { Queryable } from '../../db/database.ts';
import { mailDays, mailRecipients, mailSenders } from '../../db/tables/senders.table.ts';

export type SenderRow = typeof mailSenders.$inferSelect;
export type Proof = NonNullable<SenderRow['provenBy']>;

export async function findSender(
  db: Queryable,
  businessId: string,
): Promise<SenderRow | undefined> {
  const [row] = await db.select().from(mailSenders).where(eq(mailSenders.businessId, businessId));
  return row;
}

/** The owner's row, made where there is none, locked until the transaction ends. */
export async function lockSender(db: Queryable, businessId: string): Promise<SenderRow> {
  const [row] = await db
    .insert(mailSenders)
    .values({ businessId })
    .onConflictDoUpdate({ target: mailSenders.businessId, set: { businessId } })
    .returning();
  if (!row) throw new Error('the sender could not be locked');
  return row;
}

export async function updateSender(
  db: Queryable,
  businessId: string,
  values: Partial<SenderRow>,
): Promise<void> {
  await db.update(mailSenders).set(values).where(eq(mailSenders.businessId, businessId));
}

/** Addresses differ by their letters alone, not by how these are written. */
export const recipientKey = addressKey;

const one = (businessId: string, address: string) =>
  and(eq(mailRecipients.businessId, businessId), eq(mailRecipients.address, recipientKey(address)));

export async function findRecipient(
  db: Queryable,
  businessId: string,
  address: string,
): Promise<typeof mailRecipients.$inferSelect | undefined> {
  const [row] = await db.select().from(mailRecipients).where(one(businessId, address));
  return row;
}

/** What is kept of some addresses, by the address as it was given. */
export async function findRecipients(
  db: Queryable,
  businessId: string,
  addresses: readonly string[],
): Promise<Map<string, typeof mailRecipients.$inferSelect>> {
  const keys = [...new Set(addresses.map(recipientKey))];
  const rows = await db
    .select()
    .from(mailRecipients)
    .where(
      and(
        eq(mailRecipients.businessId, businessId),
        sql`${mailRecipients.address} = any(${sql.param(keys)}::text[])`,
      ),
    );
  const byKey = new Map(rows.map((row) => [row.address, row]));
  return new Map(
    addresses.flatMap((address) => {
      const row = byKey.get(recipientKey(address));
      return row ? [[address, row] as const] : [];
    }),
  );
}

/** Notes since when something holds of a recipient. @returns whether that is new: the first time counts */
async function noteOnce(
  db: Queryable,
  businessId: string,
  address: string,
  what: 'firstMailedAt' | 'blockedAt' | 'unsubscribedAt',
  now: Date,
): Promise<boolean> {
  const values = { [what]: now };
  const rows = await db
    .insert(mailRecipients)
    .values({ businessId, address: recipientKey(address), ...values })
    .onConflictDoUpdate({
      target: [mailRecipients.businessId, mailRecipients.address],
      set: values,
      setWhere: isNull(mailRecipients[what]),
    })
    .returning({ address: mailRecipients.address });
  return rows.length > 0;
}

export const insertRecipient = (db: Queryable, businessId: string, address: string, now: Date) =>
  noteOnce(db, businessId, address, 'firstMailedAt', now);

/** Nothing more goes from this owner to this address. @returns whether that is new */
export const blockSender = (db: Queryable, businessId: string, address: string, now: Date) =>
  noteOnce(db, businessId, address, 'blockedAt', now);

/** The owner asks the admin to lift a block; asked again, the first time counts. @returns whether there is one */
export async function noteUnblockAsked(
  db: Queryable,
  businessId: string,
  address: string,
  now: Date,
): Promise<boolean> {
  const { blockedAt, unblockAskedAt } = mailRecipients;
  const rows = await db
    .update(mailRecipients)
    .set({ unblockAskedAt: sql`coalesce(${unblockAskedAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(one(businessId, address), isNotNull(blockedAt)))
    .returning({ address: mailRecipients.address });
  return rows.length > 0;
}

/** Messages go to the address again. @returns whether it had blocked the owner */
export async function unblockSender(
  db: Queryable,
  businessId: string,
  address: string,
): Promise<boolean> {
  const rows = await db
    .update(mailRecipients)
    .set({ blockedAt: null, unblockAskedAt: null })
    .where(and(one(businessId, address), isNotNull(mailRecipients.blockedAt)))
    .returning({ address: mailRecipients.address });
  return rows.length > 0;
}

/** More than so many are not listed: whoever is blocked by that many does not ask for each. */
const MOST_BLOCKS = 100;

/** Who has blocked an owner: first where the admin is asked to lift it, then the newest. */
export async function listBlocks(db: Queryable, businessId: string): Promise<SenderBlock[]> {
  const { address, blockedAt, unblockAskedAt } = mailRecipients;
  const rows = await db
    .select({ address, blockedAt, unblockAskedAt })
    .from(mailRecipients)
    .where(and(eq(mailRecipients.businessId, businessId), isNotNull(blockedAt)))
    .orderBy(sql`${unblockAskedAt} is null`, desc(blockedAt), address)
    .limit(MOST_BLOCKS);
  return rows.map((row) => ({
    address: row.address,
    blockedAt: row.blockedAt?.toISOString() ?? '',
    askedAt: row.unblockAskedAt?.toISOString() ?? null,
  }));
}

/** A message to the address came back for good: it is told before the next, and nothing goes there by itself. */
export async function noteBouncedRecipient(
  db: Queryable,
  businessId: string,
  address: string,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  const values = { bouncedAt: at, bounceReason: reason };
  await db
    .insert(mailRecipients)
    .values({ businessId, address: recipientKey(address), ...values })
    .onConflictDoUpdate({
      target: [mailRecipients.businessId, mailRecipients.address],
      set: values,
    });
}

/** @returns whether the owner has not been told yet that nothing goes to an address by itself */
export async function claimBounceNews(
  db: Queryable,
  businessId: string,
  address: string,
  now: Date,
): Promise<boolean> {
  const { bouncedAt, bounceToldAt } = mailRecipients;
  const rows = await db
    .update(mailRecipients)
    .set({ bounceToldAt: now })
    .where(and(one(businessId, address), isNotNull(bouncedAt), isNull(bounceToldAt)))
    .returning({ address: mailRecipients.address });
  return rows.length > 0;
}

/** What an address is that nothing has come back from. */
const REACHED = { bouncedAt: null, bounceReason: null, bounceToldAt: null } as const;

/** The address is written to again as if nothing had come back. */
export async function clearBounce(
  db: Queryable,
  businessId: string,
  address: string,
): Promise<void> {
  await db
    .update(mailRecipients)
    .set(REACHED)
    .where(and(one(businessId, address), isNotNull(mailRecipients.bouncedAt)));
}

/** Its owner wants no reminders and no statements any more. @returns whether that is new */
export const unsubscribeRecipient = (
  db: Queryable,
  businessId: string,
  address: string,
  now: Date,
) => noteOnce(db, businessId, address, 'unsubscribedAt', now);

/** What stood in the way of messages to an address does so no more. */
export async function allowRecipient(
  db: Queryable,
  businessId: string,
  address: string,
): Promise<void> {
  await db
    .update(mailRecipients)
    .set({ unsubscribedAt: null, ...REACHED })
    .where(one(businessId, address));
}

/** When recipients were new since then, the newest first, at most so many. */
export async function listNewRecipients(
  db: Queryable,
  businessId: string,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const rows = await db
    .select({ at: mailRecipients.firstMailedAt })
    .from(mailRecipients)
    .where(
      and(
        eq(mailRecipients.businessId, businessId),
        isNotNull(mailRecipients.firstMailedAt),
        gt(mailRecipients.firstMailedAt, since),
      ),
    )
    .orderBy(desc(mailRecipients.firstMailedAt))
    .limit(limit);
  return rows.flatMap(({ at }) => (at ? [at] : []));
}

const toUtcDay = (instant: Date) => instant.toISOString().slice(0, 10);

/** Adds one to a figure of the day, in the transaction that it is a figure of. */
export async function countMail(
  db: Queryable,
  businessId: string,
  what: keyof MailFigures,
  now: Date,
): Promise<void> {
  await db
    .insert(mailDays)
    .values({ businessId, day: toUtcDay(now), [what]: 1 })
    .onConflictDoUpdate({
      target: [mailDays.businessId, mailDays.day],
      set: { [what]: sql`${mailDays[what]} + 1` },
    });
}

/** Read at once: with more accounts than that, one statement after another. */
const ACCOUNTS_AT_ONCE = 500;

/** Figures of each of these accounts since that day; accounts without any are left out. */
export async function sumMail(
  db: Queryable,
  businessIds: string[],
  since: Date,
): Promise<Map<string, MailFigures>> {
  const figures = new Map<string, MailFigures>();
  for (let at = 0; at < businessIds.length; at += ACCOUNTS_AT_ONCE) {
    const some = sql.param(businessIds.slice(at, at + ACCOUNTS_AT_ONCE));
    const rows = await readAcrossOwners<{ business_id: string } & MailFigures>(
      db,
      'mail figures',
      sql`
        select business_id, sum(sent)::int as sent, sum(new_recipients)::int as "newRecipients",
          sum(failed)::int as failed, sum(reported)::int as reported
        from mail_days where business_id = any(${some}::uuid[]) and day >= ${toUtcDay(since)}::date
        group by business_id`,
    );
    for (const { business_id: businessId, ...sums } of rows) figures.set(businessId, sums);
  }
  return figures;
}

/** How many addresses have blocked each of these accounts; accounts that none has are left out. */
export async function countBlocks(
  db: Queryable,
  businessIds: string[],
): Promise<Map<string, AdminUser['blocks']>> {
  const counts = new Map<string, AdminUser['blocks']>();
  for (let at = 0; at < businessIds.length; at += ACCOUNTS_AT_ONCE) {
    const some = sql.param(businessIds.slice(at, at + ACCOUNTS_AT_ONCE));
    const rows = await readAcrossOwners<{ business_id: string } & AdminUser['blocks']>(
      db,
      'blocked senders',
      sql`
        select business_id, count(*)::int as count, count(unblock_asked_at)::int as asked
        from mail_recipients where business_id = any(${some}::uuid[]) and blocked_at is not null
        group by business_id`,
    );
    for (const { business_id: businessId, ...blocks } of rows) counts.set(businessId, blocks);
  }
  return counts;
}
