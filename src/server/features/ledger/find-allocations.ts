import { and, eq, min, sql } from 'drizzle-orm';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Queryable } from '../../db/database.ts';
import { allocations } from '../../db/tables/ledger.table.ts';

/** What a payment settles of which invoices, in the order in which that was said. */
export function findAllocations(
  db: Queryable,
  businessId: string,
  paymentId: number,
): Promise<{ invoiceId: number; amount: Decimal }[]> {
  const { invoiceId, amount, id } = allocations;
  return db
    .select({ invoiceId, amount: sql<Decimal>`sum(${amount})::text` })
    .from(allocations)
    .where(and(eq(allocations.businessId, businessId), eq(allocations.paymentId, paymentId)))
    .groupBy(invoiceId)
    .having(sql`sum(${amount}) <> 0`)
    .orderBy(min(id));
}
