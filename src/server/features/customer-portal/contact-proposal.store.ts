import { and, desc, lte } from 'drizzle-orm';
import type { ContactChanges } from '../../../shared/customer-portal/contact-details.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { contactProposals } from '../../db/tables/customer-portal.table.ts';
import { rowsOfCustomers } from '../../platform/records/record-store.ts';

export type ContactProposalRow = typeof contactProposals.$inferSelect;

const ofCustomers = rowsOfCustomers(contactProposals);

/** What some customers, who are one, have proposed last. */
export async function findProposal(
  db: Queryable,
  businessId: string,
  customerIds: readonly number[],
): Promise<ContactProposalRow | undefined> {
  const [row] = await db
    .select()
    .from(contactProposals)
    .where(ofCustomers(businessId, customerIds))
    .orderBy(desc(contactProposals.id))
    .limit(1);
  return row;
}

/** Takes the place of what was proposed before; the customer's row is locked. */
export async function replaceProposal(
  tx: Transaction,
  { businessId, customerIds }: { businessId: string; customerIds: readonly [number, ...number[]] },
  changes: ContactChanges | undefined,
  now: Date,
): Promise<void> {
  await tx.delete(contactProposals).where(ofCustomers(businessId, customerIds));
  if (!changes) return;
  const [customerId] = customerIds;
  await tx.insert(contactProposals).values({ businessId, customerId, changes, createdAt: now });
}

/**
 * Takes away what was decided about, with those of before that customers brought along when they were merged.
 * @returns whether it was there: of two who decide about it, one finds it
 */
export async function deleteProposal(
  tx: Transaction,
  businessId: string,
  customerIds: readonly number[],
  id: number,
): Promise<boolean> {
  const rows = await tx
    .delete(contactProposals)
    .where(and(ofCustomers(businessId, customerIds), lte(contactProposals.id, id)))
    .returning({ id: contactProposals.id });
  return rows.some((row) => row.id === id);
}
