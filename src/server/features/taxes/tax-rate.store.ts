import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { taxRates } from '../../db/tables/taxes.table.ts';
import { versionedRows } from '../../platform/records/record-store.ts';

export type TaxRateRow = typeof taxRates.$inferSelect;
/** All rates of a business, archived ones last. */
export function listTaxRates(db: Queryable, businessId: string): Promise<TaxRateRow[]> {
  return db
    .select()
    .from(taxRates)
    .where(eq(taxRates.businessId, businessId))
    .orderBy(sql`${taxRates.archivedAt} is not null`, asc(taxRates.id));
}

/** Rates by their numbers, archived ones too; what is missing or another business's is left out. */
export function findTaxRates(
  db: Queryable,
  businessId: string,
  ids: number[],
): Promise<TaxRateRow[]> {
  return db
    .select()
    .from(taxRates)
    .where(and(eq(taxRates.businessId, businessId), inArray(taxRates.id, ids)));
}

export const {
  lock: lockTaxRate,
  insert: insertTaxRate,
  update: updateTaxRateRow,
} = versionedRows(taxRates);
