import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { checkouts } from '../../db/tables/payments.table.ts';

/** Which of some invoices have a payment under way, so that they are not to be paid once more. */
export async function findBeingConfirmed(
  db: Queryable,
  businessId: string,
  invoiceIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (invoiceIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ invoiceId: checkouts.invoiceId })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.businessId, businessId),
        inArray(checkouts.invoiceId, [...invoiceIds]),
        inArray(checkouts.status, ['capturing', 'processing']),
      ),
    );
  return new Set(rows.map(({ invoiceId }) => invoiceId));
}
