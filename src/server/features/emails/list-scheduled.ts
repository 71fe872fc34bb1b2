import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { emails } from '../../db/tables/emails.table.ts';

/** Messages that their owner has planned for a time up to one, the first first. */
export function listScheduledEmails(
  db: Queryable,
  businessId: string,
  { until, limit }: { until: Date; limit: number },
) {
  return db
    .select({
      emailId: emails.id,
      emailKind: emails.kind,
      subject: emails.subject,
      recipient: sql<string>`coalesce(${emails.toName}, ${emails.toAddress})`,
      at: sql<Date>`${emails.nextAttemptAt}`.mapWith(emails.nextAttemptAt),
      invoiceId: emails.invoiceId,
      estimateId: emails.estimateId,
      creditNoteId: emails.creditNoteId,
      customerId: emails.customerId,
    })
    .from(emails)
    .where(
      and(
        eq(emails.businessId, businessId),
        // As the index of what is held says it.
        sql`${emails.waitsFor} is not null`,
        eq(emails.waitsFor, 'schedule'),
        eq(emails.status, 'queued'),
        lte(emails.nextAttemptAt, until),
      ),
    )
    .orderBy(asc(emails.nextAttemptAt), asc(emails.id))
    .limit(limit);
}
