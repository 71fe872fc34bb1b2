import { and, eq, ne, sql } from 'drizzle-orm';
import type { Email } from '../../../../shared/invoices/invoice.contract.ts';
import type { Queryable } from '../../../db/database.ts';
import { emails } from '../../../db/tables/emails.table.ts';

export type EmailRow = typeof emails.$inferSelect;

const one = (userId: string, id: number) => and(eq(emails.userId, userId), eq(emails.id, id));

export async function findEmail(
  db: Queryable,
  userId: string,
  id: number,
): Promise<EmailRow | undefined> {
  const [row] = await db.select().from(emails).where(one(userId, id));
  return row;
}

/** Locks the message until the transaction ends. The invoice's lock comes first. */
export async function lockEmail(
  db: Queryable,
  userId: string,
  id: number,
): Promise<EmailRow | undefined> {
  const [row] = await db.select().from(emails).where(one(userId, id)).for('update');
  return row;
}

/** @returns its number; undefined when there is a receipt of that payment already */
export async function insertEmail(
  db: Queryable,
  values: typeof emails.$inferInsert,
): Promise<number | undefined> {
  const [row] = await db
    .insert(emails)
    .values(values)
    .onConflictDoNothing({ target: [emails.userId, emails.paymentId] })
    .returning({ id: emails.id });
  return row?.id;
}

export async function updateEmail(
  db: Queryable,
  userId: string,
  id: number,
  values: Partial<typeof emails.$inferInsert>,
): Promise<void> {
  await db.update(emails).set(values).where(one(userId, id));
}

/** When the nth newest of the owner's messages that have gone out went out. */
export async function nthLastSent(
  db: Queryable,
  userId: string,
  n: number,
): Promise<Date | undefined> {
  const [row] = await db
    .select({ sentAt: emails.sentAt })
    .from(emails)
    .where(and(eq(emails.userId, userId), eq(emails.status, 'sent')))
    .orderBy(sql`${emails.id} desc`)
    .offset(n - 1)
    .limit(1);
  return row?.sentAt ?? undefined;
}

/** A message that says the same to the same address and has not gone out yet. */
export async function isQueuedAlready(
  db: Queryable,
  values: Pick<EmailRow, 'userId' | 'invoiceId' | 'toAddress' | 'subject' | 'message'>,
): Promise<boolean> {
  const rows = await db
    .select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.userId, values.userId),
        eq(emails.invoiceId, values.invoiceId),
        eq(emails.kind, 'invoice'),
        eq(emails.status, 'queued'),
        eq(emails.toAddress, values.toAddress),
        eq(emails.subject, values.subject),
        eq(emails.message, values.message),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** An invoice's messages that have not gone out (those about itself, not receipts), locked. */
export async function lockUnsent(
  db: Queryable,
  userId: string,
  invoiceId: number,
): Promise<EmailRow[]> {
  return db
    .select()
    .from(emails)
    .where(
      and(
        eq(emails.userId, userId),
        eq(emails.invoiceId, invoiceId),
        eq(emails.kind, 'invoice'),
        ne(emails.status, 'sent'),
      ),
    )
    .orderBy(emails.id)
    .for('update');
}

/** Whether a payment's receipt has been sent, or is about to be and nothing went wrong so far. */
export async function isReceiptOut(
  db: Queryable,
  userId: string,
  paymentId: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.userId, userId),
        eq(emails.paymentId, paymentId),
        sql`(${emails.status} = 'sent' or (${emails.status} = 'queued' and ${emails.lastError} is null))`,
      ),
    );
  return rows.length > 0;
}

/** Messages about invoices that are not deleted, newest first; one more than `limit`. */
export async function listEmailRows(
  db: Queryable,
  userId: string,
  query: { limit?: number | undefined; before?: number | undefined },
): Promise<EmailRow[]> {
  const rows = db
    .select()
    .from(emails)
    .where(
      and(
        eq(emails.userId, userId),
        query.before === undefined ? undefined : sql`${emails.id} < ${query.before}`,
        sql`exists (select 1 from invoices i where i.user_id = ${emails.userId}
          and i.id = ${emails.invoiceId} and i.deleted_at is null)`,
      ),
    )
    .orderBy(sql`${emails.id} desc`);
  return query.limit === undefined ? rows : rows.limit(query.limit + 1);
}

export function presentEmailRow(row: EmailRow): Email {
  return {
    id: row.id,
    invoiceId: row.invoiceId,
    kind: row.kind,
    to: row.toAddress,
    subject: row.subject,
    message: row.message,
    status: row.status,
    keptInOutbox: row.sentText !== null,
    withdrawn: row.withdrawn !== null,
    attempts: row.attempts,
    lastError: row.lastError,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    sentAt: row.sentAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
