import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import { aboutDocument, toDocumentRef } from '../../../shared/documents/document-ref.ts';
import type { EMAIL_EVENTS } from '../../../shared/emails/message.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { customers } from '../../db/tables/customers.table.ts';
import { emails } from '../../db/tables/emails.table.ts';
import { invoices } from '../../db/tables/invoices.table.ts';
import { businessProfiles } from '../../db/tables/profile.table.ts';
import { recordEvents } from '../../platform/events/record-events.ts';
import { ownedRows } from '../../platform/records/record-store.ts';
import { joinCustomer } from '../customers/index.ts';

export type EmailRow = typeof emails.$inferSelect;

const { find, lock, update } = ownedRows(emails);

/** The lock of its document comes before a message's own. */
export { find as findEmail, lock as lockEmail, update as updateEmail };

const about = ({ of, businessId, id }: DocumentRef) =>
  and(eq(emails.businessId, businessId), eq(emails[DOCUMENT_KINDS[of].id], id));

/** What a message says of the document that it is about. */
type About = Pick<
  EmailRow,
  'businessId' | 'invoiceId' | 'estimateId' | 'creditNoteId' | 'customerId'
>;

/** Locks the message that is the receipt of a payment. */
export async function lockReceipt(
  db: Queryable,
  businessId: string,
  paymentId: number,
): Promise<EmailRow | undefined> {
  const ofPayment = and(eq(emails.businessId, businessId), eq(emails.paymentId, paymentId));
  const [row] = await db.select().from(emails).where(ofPayment).for('update');
  return row;
}

/** Where a message stands before its first attempt. */
export const UNSENT = {
  status: 'queued',
  attempts: 0,
  lastError: null,
  refusedField: null,
  withdrawn: null,
  mayHaveArrived: false,
  claim: null,
  nextAttemptAt: null,
  waitsFor: null,
  refused: [],
  copiesLeft: [],
  copiesUnsure: [],
} satisfies Partial<EmailRow>;

/**
 * Writes about an attempt, as long as it is its sender's.
 * @returns whether it is
 */
export async function updateClaimed(
  db: Queryable,
  { businessId, id, claim }: Pick<EmailRow, 'businessId' | 'id' | 'claim'>,
  values: Partial<
    Pick<EmailRow, 'nextAttemptAt' | 'mayHaveArrived' | 'copiesLeft' | 'refused' | 'copiesUnsure'>
  >,
): Promise<boolean> {
  if (claim === null) return false;
  const rows = await db
    .update(emails)
    .set(values)
    .where(and(eq(emails.businessId, businessId), eq(emails.id, id), eq(emails.claim, claim)))
    .returning({ id: emails.id });
  return rows.length > 0;
}

/** @returns its number; undefined when there is a receipt of that payment already */
export async function insertEmail(
  db: Queryable,
  values: typeof emails.$inferInsert,
): Promise<number | undefined> {
  const [row] = await db
    .insert(emails)
    .values(values)
    // One receipt for each payment, and one message for each refund.
    .onConflictDoNothing()
    .returning({ id: emails.id });
  return row?.id;
}

/** When the nth newest of the owner's messages that have gone out went out. */
export async function nthLastSent(
  db: Queryable,
  businessId: string,
  n: number,
): Promise<Date | undefined> {
  const [row] = await db
    .select({ sentAt: emails.sentAt })
    .from(emails)
    .where(and(eq(emails.businessId, businessId), eq(emails.status, 'sent')))
    .orderBy(sql`${emails.id} desc`)
    .offset(n - 1)
    .limit(1);
  return row?.sentAt ?? undefined;
}

/** Whom the receipt of an invoice's payment goes to, and what it names; undefined for a deleted one. */
export async function findReceiptDetails(
  db: Queryable,
  businessId: string,
  invoiceId: number,
): Promise<
  | { invoiceNumber: string; name: string; email: string | null; businessName: string | null }
  | undefined
> {
  const [row] = await db
    .select({
      invoiceNumber: invoices.invoiceNumber,
      name: customers.name,
      email: customers.email,
      businessName: businessProfiles.businessName,
    })
    .from(invoices)
    .innerJoin(
      customers,
      and(eq(customers.businessId, invoices.businessId), eq(customers.id, invoices.customerId)),
    )
    .leftJoin(businessProfiles, eq(businessProfiles.businessId, invoices.businessId))
    .where(
      and(
        eq(invoices.businessId, businessId),
        eq(invoices.id, invoiceId),
        isNull(invoices.deletedAt),
      ),
    );
  return row;
}

/** A message that says the same to the same address and has not gone out yet. */
export async function isQueuedAlready(
  db: Queryable,
  document: DocumentRef,
  values: SameWords,
): Promise<boolean> {
  const rows = await db
    .select({ id: emails.id })
    .from(emails)
    .where(and(about(document), eq(emails.kind, document.of), saysTheSame(values)))
    .limit(1);
  return rows.length > 0;
}

/** What two messages have in common that are one; those that bring files of their own are two. */
type SameWords = Pick<EmailRow, 'toAddress' | 'subject' | 'message'> & {
  cc?: string[];
  bcc?: string[];
  /** When it goes, of one that is to go later. */
  sendAt?: Date | undefined;
};

const saysTheSame = ({ toAddress, subject, message, cc = [], bcc = [], sendAt }: SameWords) =>
  and(
    eq(emails.status, 'queued'),
    eq(emails.toAddress, toAddress),
    eq(emails.subject, subject),
    eq(emails.message, message),
    eq(emails.cc, cc),
    eq(emails.bcc, bcc),
    sendAt
      ? and(eq(emails.waitsFor, 'schedule'), eq(emails.nextAttemptAt, sendAt))
      : sql`${emails.waitsFor} is distinct from 'schedule'`,
    sql`not exists (select from email_files f
      where f.business_id = ${emails.businessId} and f.email_id = ${emails.id})`,
  );

/** The same for a statement. */
export async function isStatementQueued(
  db: Queryable,
  values: SameWords & {
    businessId: string;
    customerId: number;
    periodFrom: string;
    periodTo: string;
  },
): Promise<boolean> {
  const rows = await db
    .select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.businessId, values.businessId),
        eq(emails.customerId, values.customerId),
        eq(emails.periodFrom, values.periodFrom),
        eq(emails.periodTo, values.periodTo),
        saysTheSame(values),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** A document's messages that have not gone out (those that bring it or remind of it, not receipts), locked. */
export async function lockUnsent(db: Queryable, document: DocumentRef): Promise<EmailRow[]> {
  const brings = inArray(emails.kind, [document.of, 'reminder']);
  return db
    .select()
    .from(emails)
    .where(and(about(document), brings, ne(emails.status, 'sent')))
    .orderBy(emails.id)
    .for('update');
}

/** Whether a payment's receipt has been sent, or is about to be and nothing went wrong so far. */
export async function isReceiptOut(
  db: Queryable,
  businessId: string,
  paymentId: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.businessId, businessId),
        eq(emails.paymentId, paymentId),
        sql`(${emails.status} = 'sent' or (${emails.status} = 'queued' and ${emails.lastError} is null))`,
      ),
    );
  return rows.length > 0;
}

/** Messages about customers, and about documents that are not deleted, newest first; one more than `limit`. */
export async function listEmailRows(
  db: Queryable,
  businessId: string,
  query: {
    limit?: number | undefined;
    before?: number | undefined;
    customerId?: number | undefined;
  },
): Promise<EmailRow[]> {
  const rows = db
    .select()
    .from(emails)
    .where(
      and(
        eq(emails.businessId, businessId),
        query.before === undefined ? undefined : sql`${emails.id} < ${query.before}`,
        query.customerId === undefined ? undefined : eq(emails.customerId, query.customerId),
        sql`(exists (select 1 from invoices i where i.business_id = ${businessId}
            and i.id = ${emails.invoiceId} and i.deleted_at is null)
          or exists (select 1 from estimates s where s.business_id = ${businessId}
            and s.id = ${emails.estimateId} and s.deleted_at is null)
          or exists (select 1 from credit_notes n where n.business_id = ${businessId}
            and n.id = ${emails.creditNoteId} and n.deleted_at is null)
          or ${emails.customerId} is not null)`,
      ),
    )
    .orderBy(sql`${emails.id} desc`);
  return query.limit === undefined ? rows : rows.limit(query.limit + 1);
}

/** The number of the document that a message is about; undefined when it was deleted, and of a statement. */
export async function findMailedNumber(
  db: Queryable,
  { businessId, invoiceId, estimateId, creditNoteId }: Omit<About, 'customerId'>,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ number: string }>(sql`
    select invoice_number as number from invoices
    where business_id = ${businessId} and id = ${invoiceId} and deleted_at is null
    union all
    select estimate_number from estimates
    where business_id = ${businessId} and id = ${estimateId} and deleted_at is null
    union all
    select credit_note_number from credit_notes
    where business_id = ${businessId} and id = ${creditNoteId} and deleted_at is null`);
  return rows[0]?.number;
}

/** The customer that a message is about, whom another may be one with by now; undefined when that is gone. */
export async function findMailedCustomer(
  db: Queryable,
  { businessId, invoiceId, estimateId, creditNoteId, customerId }: About,
): Promise<{ id: number; name: string; email: string | null } | undefined> {
  const { rows } = await db.execute<{ id: string; name: string; email: string | null }>(sql`
    select c.id, coalesce(nullif(c.company, ''), c.name) as name, c.email from (
      select customer_id from invoices where business_id = ${businessId} and id = ${invoiceId}
      union all
      select customer_id from estimates where business_id = ${businessId} and id = ${estimateId}
      union all
      select customer_id from credit_notes where business_id = ${businessId} and id = ${creditNoteId}
      union all
      select ${customerId}::bigint where ${customerId}::bigint is not null
    ) d
    ${joinCustomer(businessId, sql`d.customer_id`)}`);
  const [row] = rows;
  return row && { ...row, id: Number(row.id) };
}

/** Writes what became of a message into the history of its document; a statement has none. */
export async function insertEmailEvent(
  db: Queryable,
  email: About,
  type: (typeof EMAIL_EVENTS)[number] | `${KindName}.sent`,
  data: Record<string, unknown>,
  now: Date,
): Promise<void> {
  const { businessId } = email;
  const document = toDocumentRef(email);
  if (!document) return;
  const ids = aboutDocument(document);
  await recordEvents(db, [{ businessId, ...ids, type, data, createdAt: now }]);
}
