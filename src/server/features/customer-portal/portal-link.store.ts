import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../db/database.ts';
import { portalLinks } from '../../db/tables/customer-portal.table.ts';
import { ownedRows, rowsOfCustomers } from '../../platform/records/record-store.ts';
import type { OwnedToken } from '../../platform/secrets/owned-token.ts';

export type PortalLinkRow = typeof portalLinks.$inferSelect;

const { update } = ownedRows(portalLinks);
export { update as updateLink };

const KEPT_MS = 24 * 60 * 60_000;

/** Adds links that a message is to bring. Those of before that have been over for long are forgotten. */
export async function insertLinks(
  tx: Transaction,
  values: { businessId: string; emailId: number; address: string; createdAt: Date },
  customerIds: readonly number[],
): Promise<void> {
  const { businessId, createdAt } = values;
  await tx
    .delete(portalLinks)
    .where(
      and(
        ofCustomers(businessId, customerIds),
        lt(portalLinks.createdAt, new Date(createdAt.getTime() - KEPT_MS)),
      ),
    );
  await tx.insert(portalLinks).values(customerIds.map((customerId) => ({ ...values, customerId })));
}

const ofCustomers = rowsOfCustomers(portalLinks);

/** Locks what a message brings; the message itself is locked before. */
export function lockLinksOfEmail(
  tx: Transaction,
  businessId: string,
  emailId: number,
): Promise<PortalLinkRow[]> {
  return tx
    .select()
    .from(portalLinks)
    .where(and(eq(portalLinks.businessId, businessId), eq(portalLinks.emailId, emailId)))
    .orderBy(portalLinks.id)
    .for('update');
}

const named = ({ businessId, digest }: OwnedToken) =>
  and(eq(portalLinks.businessId, businessId), eq(portalLinks.digest, digest));

export async function findLink(
  db: Queryable,
  token: OwnedToken,
): Promise<PortalLinkRow | undefined> {
  const [row] = await db.select().from(portalLinks).where(named(token));
  return row;
}

/** Locks it until the transaction ends: of two who open it at once, one is the first. */
export async function lockLink(
  tx: Transaction,
  token: OwnedToken,
): Promise<PortalLinkRow | undefined> {
  const [row] = await tx.select().from(portalLinks).where(named(token)).for('update');
  return row;
}

/** Whether a message to that address waits that brings a link. */
export async function isLinkOnItsWay(
  db: Queryable,
  businessId: string,
  address: string,
  since: Date,
): Promise<boolean> {
  const rows = await db.execute(sql`
    select 1 from portal_links l
    join emails e on e.business_id = ${businessId} and e.id = l.email_id
    where l.business_id = ${businessId} and l.digest is null and l.ended_at is null
      and lower(l.address) = lower(${address}) and e.status = 'queued'
      and l.created_at > ${since.toISOString()}::timestamptz
    limit 1`);
  return rows.rows.length > 0;
}

const isUnused = and(isNull(portalLinks.usedAt), isNull(portalLinks.endedAt));

/** Ends what was not used. */
export async function endLinks(
  tx: Transaction,
  businessId: string,
  customerIds: readonly number[],
  now: Date,
): Promise<void> {
  await tx
    .update(portalLinks)
    .set({ endedAt: now })
    .where(and(ofCustomers(businessId, customerIds), isUnused));
}

/** Whether one can still be used, or is on its way. */
export async function hasLiveLink(
  db: Queryable,
  businessId: string,
  customerIds: readonly number[],
  { now, since }: { now: Date; since: Date },
): Promise<boolean> {
  const rows = await db
    .select({ id: portalLinks.id })
    .from(portalLinks)
    .where(
      and(
        ofCustomers(businessId, customerIds),
        isUnused,
        sql`coalesce(${portalLinks.expiresAt} > ${now.toISOString()}::timestamptz,
          ${portalLinks.createdAt} > ${since.toISOString()}::timestamptz)`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}
