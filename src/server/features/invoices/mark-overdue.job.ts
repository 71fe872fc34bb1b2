import { sql } from 'drizzle-orm';
import { ownerByOwner, readAcrossOwners } from '../../db/across-owners.ts';
import { isLate, isPastDue, todayIn } from '../../db/overdue.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { recordEvents } from '../../platform/events/record-events.ts';
import type { Services } from '../../platform/http/services.ts';
import { followStatus } from './reconcile-invoice-status.ts';

const BATCH = 500;

/**
 * Sent invoices become overdue (decision 11) once the due date of an installment that is not settled, or
 * their own, has passed in the business's time zone; due today is not overdue, and neither is an
 * invoice that asks for nothing. Safe to run twice and on many instances at once: rows that another
 * run holds are left to it.
 * @returns how many became overdue
 */
export async function markOverdue({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const owners = await readAcrossOwners<{ business_id: string }>(
    db.orm,
    'overdue invoices',
    sql`
      select distinct i.business_id from invoices i
      join business_profiles b on b.business_id = i.business_id
      where i.deleted_at is null and i.next_due_date <= ${now.toISOString()}::timestamptz::date + 1
        and ${isPastDue('i', todayIn(sql`b.time_zone`, now))}`,
  );
  return ownerByOwner(owners, async (businessId) => {
    let marked = 0;
    for (;;) {
      const batch = await markSome({ db, clock }, businessId);
      marked += batch;
      if (batch < BATCH) return marked;
    }
  });
}

function markSome({ db, clock }: Pick<Services, 'db' | 'clock'>, businessId: string) {
  const now = clock.now();
  return withTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string; next_due_date: string }>(sql`
      select i.id, i.next_due_date from invoices i
      where i.business_id = ${businessId} and i.deleted_at is null
        and ${isLate('i', businessId, now)}
      order by i.next_due_date limit ${BATCH}
      for update of i skip locked`);
    for (const { id } of rows) {
      await followStatus(tx, { businessId, id: Number(id) }, 'overdue', now);
    }
    await recordEvents(
      tx,
      rows.map((row) => ({
        businessId,
        invoiceId: Number(row.id),
        type: 'invoice.overdue',
        data: { dueDate: row.next_due_date },
        createdAt: now,
      })),
    );
    return rows.length;
  });
}
