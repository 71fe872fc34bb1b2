import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { IDLE_MINUTES, VISIT_MINUTES } from '../../../shared/customer-portal/portal-rules.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { executeNamed } from '../../db/named-statements.ts';
import { portalSessions } from '../../db/tables/customer-portal.table.ts';
import { ownedRows, rowsOfCustomers } from '../../platform/records/record-store.ts';
import type { OwnedToken } from '../../platform/secrets/owned-token.ts';

type PortalSessionRow = typeof portalSessions.$inferSelect;

const { update } = ownedRows(portalSessions);
export { update as updateSession };

const MINUTE_MS = 60_000;
const before = (now: Date, minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);

const named = ({ businessId, digest }: OwnedToken) =>
  and(eq(portalSessions.businessId, businessId), eq(portalSessions.digest, digest));
const ofCustomers = rowsOfCustomers(portalSessions);
const isLive = (now: Date) =>
  and(
    isNull(portalSessions.endedAt),
    gt(portalSessions.lastUsedAt, before(now, IDLE_MINUTES)),
    gt(portalSessions.createdAt, before(now, VISIT_MINUTES)),
  );

/** Begins a visit; those of the customer's that are over for good are forgotten. */
export async function insertSession(
  tx: Transaction,
  values: Pick<PortalSessionRow, 'businessId' | 'customerId' | 'address' | 'digest'>,
  now: Date,
): Promise<void> {
  await tx
    .delete(portalSessions)
    .where(
      and(
        ofCustomers(values.businessId, [values.customerId]),
        lt(portalSessions.createdAt, before(now, VISIT_MINUTES)),
      ),
    );
  await tx.insert(portalSessions).values({ ...values, createdAt: now, lastUsedAt: now });
}

/** What a session is of: the customer, or whom that one was merged into. */
interface FoundSession {
  id: number;
  customerId: number;
  lastUsedAt: Date;
}

/**
 * A visit that goes on: not ended, not idle for too long, of a customer who is there with the address
 * that the link went to, of a business that is not suspended.
 */
export async function findLiveSession(
  db: Queryable,
  token: OwnedToken,
  now: Date,
): Promise<FoundSession | undefined> {
  const { businessId, digest } = token;
  const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;
  const { rows } = await executeNamed<{ id: string; root: string; last_used_at: string | Date }>(
    db,
    sql`
    select s.id, c.id as root, s.last_used_at
    from portal_sessions s
    join customers named on named.business_id = ${businessId} and named.id = s.customer_id
    join customers c
      on c.business_id = ${businessId} and c.id = coalesce(named.merged_into_id, named.id)
    where s.business_id = ${businessId} and s.digest = ${digest} and s.ended_at is null
      and s.last_used_at > ${instant(before(now, IDLE_MINUTES))}
      and s.created_at > ${instant(before(now, VISIT_MINUTES))}
      and c.deleted_at is null and lower(c.email) = lower(s.address)
      and not exists (
        select 1 from businesses b where b.id = ${businessId} and b.suspended_at is not null)`,
  );
  const [row] = rows;
  return (
    row && {
      id: Number(row.id),
      customerId: Number(row.root),
      lastUsedAt: new Date(row.last_used_at),
    }
  );
}

/** Ends the visit of a token, if there is one. */
export async function endSession(db: Queryable, token: OwnedToken, now: Date): Promise<void> {
  await db
    .update(portalSessions)
    .set({ endedAt: now })
    .where(and(named(token), isNull(portalSessions.endedAt)));
}

/** Ends all visits of some customers. */
export async function endSessions(
  tx: Transaction,
  businessId: string,
  customerIds: readonly number[],
  now: Date,
): Promise<void> {
  await tx
    .update(portalSessions)
    .set({ endedAt: now })
    .where(and(ofCustomers(businessId, customerIds), isNull(portalSessions.endedAt)));
}

/** When customers were there last, and whether a visit goes on. */
export async function readVisits(
  db: Queryable,
  businessId: string,
  customerIds: readonly number[],
  now: Date,
): Promise<{ lastVisitAt: Date | null; isLive: boolean }> {
  const [row] = await db
    .select({
      lastVisitAt: sql<string | null>`max(${portalSessions.lastUsedAt})`,
      isLive: sql<boolean>`coalesce(bool_or(${isLive(now)}), false)`,
    })
    .from(portalSessions)
    .where(ofCustomers(businessId, customerIds));
  const { lastVisitAt = null, isLive: live = false } = row ?? {};
  return { lastVisitAt: lastVisitAt === null ? null : new Date(lastVisitAt), isLive: live };
}
