import { sql } from 'drizzle-orm';
import { withTransaction } from '../../db/with-transaction.ts';
import { recordEvents } from '../../platform/events/record-events.ts';
import type { Services } from '../../platform/http/services.ts';

const BATCH = 500;

/**
 * Sent estimates whose expiry date has passed in the business's time zone become expired; they are
 * valid through that day. Safe to run twice and on many instances at once: rows that another run
 * holds are left to it.
 * @returns how many became expired
 */
export async function expireEstimates({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<number> {
  let expired = 0;
  for (;;) {
    const now = clock.now();
    const instant = sql`${now.toISOString()}::timestamptz`;
    const batch = await withTransaction(db, async (tx) => {
      const { rows } = await tx.execute<{
        business_id: string;
        id: string;
        expiry_date: string;
      }>(sql`
        with over as (
          select e.business_id, e.id from estimates e
          join business_profiles b on b.business_id = e.business_id
          where e.status = 'sent' and e.deleted_at is null
            and e.expiry_date <= ${instant}::date + 1
            and e.expiry_date < (${instant} at time zone b.time_zone)::date
          order by e.expiry_date limit ${BATCH}
          for update of e skip locked
        ), changed as (
          update estimates e set status = 'expired', version = e.version + 1, updated_at = ${instant}
          from over where e.business_id = over.business_id and e.id = over.id
          returning e.business_id, e.id, e.expiry_date
        )
        select business_id, id, expiry_date from changed`);
      await recordEvents(
        tx,
        rows.map((row) => ({
          businessId: row.business_id,
          estimateId: Number(row.id),
          type: 'estimate.expired',
          data: { expiryDate: row.expiry_date },
          createdAt: now,
        })),
      );
      return rows.length;
    });
    expired += batch;
    if (batch < BATCH) return expired;
  }
}
