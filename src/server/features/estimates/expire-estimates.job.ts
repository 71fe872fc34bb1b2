import { sql } from 'drizzle-orm';
import { ownerByOwner, readAcrossOwners } from '../../db/across-owners.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { recordEvents } from '../../platform/events/record-events.ts';
import type { Services } from '../../platform/http/services.ts';

const BATCH = 500;

/** Of an estimate `e` and the profile `b` of its business. */
const isOver = (now: Date) => sql`
  e.status = 'sent' and e.deleted_at is null
  and e.expiry_date <= ${now.toISOString()}::timestamptz::date + 1
  and e.expiry_date < (${now.toISOString()}::timestamptz at time zone b.time_zone)::date`;

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
  const owners = await readAcrossOwners<{ business_id: string }>(
    db.orm,
    'expired estimates',
    sql`
      select distinct e.business_id from estimates e
      join business_profiles b on b.business_id = e.business_id
      where ${isOver(clock.now())}`,
  );
  return ownerByOwner(owners, async (businessId) => {
    let expired = 0;
    for (;;) {
      const batch = await expireSome({ db, clock }, businessId);
      expired += batch;
      if (batch < BATCH) return expired;
    }
  });
}

function expireSome({ db, clock }: Pick<Services, 'db' | 'clock'>, businessId: string) {
  const now = clock.now();
  return withTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string; expiry_date: string }>(sql`
      with over as (
        select e.id from estimates e
        join business_profiles b on b.business_id = ${businessId}
        where e.business_id = ${businessId} and ${isOver(now)}
        order by e.expiry_date limit ${BATCH}
        for update of e skip locked
      ), changed as (
        update estimates e set status = 'expired', version = e.version + 1,
          updated_at = ${now.toISOString()}::timestamptz
        from over where e.business_id = ${businessId} and e.id = over.id
        returning e.id, e.expiry_date
      )
      select id, expiry_date from changed`);
    await recordEvents(
      tx,
      rows.map((row) => ({
        businessId,
        estimateId: Number(row.id),
        type: 'estimate.expired',
        data: { expiryDate: row.expiry_date },
        createdAt: now,
      })),
    );
    return rows.length;
  });
}
