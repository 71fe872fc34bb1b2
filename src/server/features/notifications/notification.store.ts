import { and, eq, sql } from 'drizzle-orm';
import { utcInstant } from '../../../shared/dates/instants.ts';
import type { Notification } from '../../../shared/notifications/notification.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { notifications } from '../../db/tables/activity.table.ts';
import { ownerAccount } from '../businesses/index.ts';
import type { Subject } from './format-notification.ts';

export type NotificationValues = typeof notifications.$inferInsert;

/** A document that something happened to. */
export interface DocumentKey {
  businessId: string;
  id: number;
}

export const keyText = ({ businessId, id }: DocumentKey) => `${businessId} ${id}`;

interface SubjectRow extends Record<string, unknown> {
  business_id: string;
  id: string;
  number: string;
  customer: string;
  expiry_date: string | null;
  became_id: string | null;
  became_number: string | null;
}

const CUSTOMER = sql`coalesce(nullif(c.company, ''), c.name) as customer`;

/** Number and customer of each of these documents, in one query, by `keyText`. */
export async function findSubjects(
  db: Queryable,
  kind: 'invoice' | 'estimate',
  keys: readonly DocumentKey[],
): Promise<Map<string, Subject>> {
  if (keys.length === 0) return new Map();
  const wanted = sql`
    unnest(${sql.param(keys.map((key) => key.businessId))}::uuid[],
      ${sql.param(keys.map((key) => key.id))}::bigint[]) as wanted (business_id, id)`;
  const { rows } = await db.execute<SubjectRow>(
    kind === 'invoice'
      ? sql`
        select d.business_id, d.id, d.invoice_number as number, ${CUSTOMER},
          null as expiry_date, null as became_id, null as became_number
        from ${wanted}
        join invoices d on d.business_id = wanted.business_id and d.id = wanted.id
        join customers c on c.business_id = d.business_id and c.id = d.customer_id`
      : sql`
        select d.business_id, d.id, d.estimate_number as number, ${CUSTOMER},
          d.expiry_date, i.id as became_id, i.invoice_number as became_number
        from ${wanted}
        join estimates d on d.business_id = wanted.business_id and d.id = wanted.id
        join customers c on c.business_id = d.business_id and c.id = d.customer_id
        left join invoices i on i.business_id = d.business_id and i.id = d.invoice_id`,
  );
  return new Map(
    rows.map((row) => [
      keyText({ businessId: row.business_id, id: Number(row.id) }),
      {
        number: row.number,
        customer: row.customer,
        expiryDate: row.expiry_date ?? undefined,
        became:
          row.became_id === null || row.became_number === null
            ? undefined
            : { id: Number(row.became_id), number: row.became_number },
      },
    ]),
  );
}

/** @returns owner and id of each, in the order given */
export async function insertNotifications(
  db: Queryable,
  values: NotificationValues[],
): Promise<{ businessId: string; id: number }[]> {
  return db
    .insert(notifications)
    .values(values)
    .returning({ businessId: notifications.businessId, id: notifications.id });
}

interface NotificationRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  type: Notification['type'];
  title: string;
  message: string;
  invoice_id: string | null;
  estimate_id: string | null;
  is_read: boolean;
  created_at: string | Date;
}

/** A document that was deleted is not led to any more. */
const COLUMNS = sql`
  n.id, ${ownerAccount('n')} as user_id, n.type, n.title, n.message, n.is_read, n.created_at,
  (select i.id from invoices i where i.business_id = n.business_id and i.id = n.invoice_id
     and i.deleted_at is null) as invoice_id,
  (select s.id from estimates s where s.business_id = n.business_id and s.id = n.estimate_id
     and s.deleted_at is null) as estimate_id`;

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
    select ${COLUMNS}
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
    select ${COLUMNS} from ${notifications} n where n.business_id = ${businessId} and n.id = ${id}`);
  const [row] = rows;
  return row && present(row);
}
