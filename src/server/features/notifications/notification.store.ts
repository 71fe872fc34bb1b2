import { and, eq, sql } from 'drizzle-orm';
import { utcInstant } from '../../../shared/dates/instants.ts';
import type { Notification } from '../../../shared/notifications/notification.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { executeNamed } from '../../db/named-statements.ts';
import { notifications } from '../../db/tables/activity.table.ts';
import { announceWithin, buildNotice } from '../../platform/live/live-bus.ts';
import { ownerAccount } from '../businesses/index.ts';
import { joinCustomer, mergedInto } from '../customers/index.ts';
import type { Subject } from './format-notification.ts';

export type NotificationValues = typeof notifications.$inferInsert;

interface SubjectRow extends Record<string, unknown> {
  id: string;
  number: string;
  customer: string;
  currency: string;
  expiry_date: string | null;
  became_id: string | null;
  became_number: string | null;
}

const CUSTOMER = sql`coalesce(nullif(c.company, ''), c.name) as customer`;

/** Number and customer of each of an owner's documents of one kind, in one query, by their ids. */
export async function findSubjects(
  db: Queryable,
  businessId: string,
  kind: 'invoice' | 'estimate',
  ids: readonly number[],
): Promise<Map<number, Subject>> {
  if (ids.length === 0) return new Map();
  const these = sql`d.business_id = ${businessId} and d.id = any(${sql.param(ids)}::bigint[])`;
  const { rows } = await executeNamed<SubjectRow>(
    db,
    kind === 'invoice'
      ? sql`
        select d.id, d.invoice_number as number, d.currency, ${CUSTOMER},
          null as expiry_date, null as became_id, null as became_number
        from invoices d
        ${joinCustomer(businessId, sql`d.customer_id`)}
        where ${these}`
      : sql`
        select d.id, d.estimate_number as number, d.currency, ${CUSTOMER},
          d.expiry_date, i.id as became_id, i.invoice_number as became_number
        from estimates d
        ${joinCustomer(businessId, sql`d.customer_id`)}
        left join invoices i on i.business_id = ${businessId} and i.id = d.invoice_id
        where ${these}`,
  );
  return new Map(
    rows.map((row) => [
      Number(row.id),
      {
        number: row.number,
        customer: row.customer,
        currency: row.currency,
        expiryDate: row.expiry_date ?? undefined,
        became:
          row.became_id === null || row.became_number === null
            ? undefined
            : { id: Number(row.became_id), number: row.became_number },
      },
    ]),
  );
}

/** Inserts an owner's news, in the order given, and tells of the newest, in one statement. */
export async function insertNews(
  tx: Queryable,
  businessId: string,
  values: NotificationValues[],
): Promise<void> {
  const insertion = tx.insert(notifications).values(values).returning({ id: notifications.id });
  const statement = sql`
    with news as ${insertion}, newest as (select max(id) as id from news)
    select id, ${buildNotice(businessId, sql`id`)} from newest`;
  const { rows } = await (values.length === 1
    ? executeNamed<{ id: string }>(tx, statement)
    : tx.execute<{ id: string }>(statement));
  announceWithin(tx, [{ businessId, id: Number(rows[0]?.id) }]);
}

interface NotificationRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  type: Notification['type'];
  title: string;
  message: string;
  invoice_id: string | null;
  estimate_id: string | null;
  recurring_id: string | null;
  customer_id: string | null;
  is_read: boolean;
  created_at: string | Date;
}

/** A document that was deleted is not led to any more. */
const columns = (businessId: string) => sql`
  n.id, ${ownerAccount(sql`n.business_id`)} as user_id, n.type, n.title, n.message, n.is_read, n.created_at,
  (select i.id from invoices i where i.business_id = ${businessId} and i.id = n.invoice_id
     and i.deleted_at is null) as invoice_id,
  (select s.id from estimates s where s.business_id = ${businessId} and s.id = n.estimate_id
     and s.deleted_at is null) as estimate_id,
  (select r.id from recurring_invoices r where r.business_id = ${businessId} and r.id = n.recurring_id
     and r.deleted_at is null) as recurring_id,
  (select c.id from customers c where c.business_id = ${businessId}
     and c.id = ${mergedInto(businessId, sql`n.customer_id`)} and c.deleted_at is null) as customer_id`;

function present(row: NotificationRow): Notification {
  const id = (value: string | null) => (value === null ? null : Number(value));
  return {
    id: Number(row.id),
    userId: row.user_id,
    type: row.type,
    title: row.title,
    message: row.message,
    invoiceId: id(row.invoice_id),
    estimateId: id(row.estimate_id),
    recurringId: id(row.recurring_id),
    customerId: id(row.customer_id),
    isRead: row.is_read,
    createdAt: utcInstant(row.created_at),
  };
}

/** Newest first, from below `before` on. */
export async function listNotifications(
  db: Queryable,
  businessId: string,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<Notification[]> {
  const older = before === undefined ? sql`` : sql`and id < ${before}::bigint`;
  const { rows } = await db.execute<NotificationRow>(sql`
    select ${columns(businessId)}
    from (
      select * from ${notifications} where business_id = ${businessId} ${older}
      order by id desc limit ${limit}
    ) n
    order by n.id desc`);
  return rows.map(present);
}

export async function countUnread(db: Queryable, businessId: string): Promise<number> {
  return db.$count(notifications, and(eq(notifications.businessId, businessId), sql`not is_read`));
}

/** Locks the notification until the transaction ends. @returns whether it was read; undefined: none */
export async function lockNotification(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<{ isRead: boolean } | undefined> {
  const [row] = await db
    .select({ isRead: notifications.isRead })
    .from(notifications)
    .where(and(eq(notifications.businessId, businessId), eq(notifications.id, id)))
    .for('update');
  return row;
}

export async function markRead(db: Queryable, businessId: string, id: number): Promise<void> {
  await db
    .update(notifications)
    .set({ isRead: true })
    .where(and(eq(notifications.businessId, businessId), eq(notifications.id, id)));
}

/** @returns how many were unread */
export async function markAllRead(db: Queryable, businessId: string): Promise<number> {
  const { rowCount } = await db
    .update(notifications)
    .set({ isRead: true })
    .where(and(eq(notifications.businessId, businessId), sql`not is_read`));
  return rowCount ?? 0;
}

export async function findNotification(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<Notification | undefined> {
  const { rows } = await db.execute<NotificationRow>(sql`
    select ${columns(businessId)} from ${notifications} n where n.business_id = ${businessId} and n.id = ${id}`);
  const [row] = rows;
  return row && present(row);
}
