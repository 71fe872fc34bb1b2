import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { checkoutParts, checkouts } from '../../db/tables/payments.table.ts';

/** Which of some invoices have a payment under way, by itself or with others, so that they are not to be paid once more. */
export async function findBeingConfirmed(
  db: Queryable,
  businessId: string,
  invoiceIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (invoiceIds.length === 0) return new Set();
  const ids = [...invoiceIds];
  const underWay = and(
    eq(checkouts.businessId, businessId),
    inArray(checkouts.status, ['capturing', 'processing']),
  );
  const alone = await db
    .selectDistinct({ invoiceId: checkouts.invoiceId })
    .from(checkouts)
    .where(and(underWay, inArray(checkouts.invoiceId, ids)));
  const together = await db
    .selectDistinct({ invoiceId: checkoutParts.invoiceId })
    .from(checkoutParts)
    .innerJoin(checkouts, eq(checkouts.id, checkoutParts.checkoutId))
    .where(
      and(
        underWay,
        eq(checkoutParts.businessId, businessId),
        inArray(checkoutParts.invoiceId, ids),
      ),
    );
  return new Set([...alone, ...together].map(({ invoiceId }) => invoiceId));
}
