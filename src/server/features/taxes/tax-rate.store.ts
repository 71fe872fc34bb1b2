import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { taxRates } from '../../db/tables/taxes.table.ts';

export type TaxRateRow = typeof taxRates.$inferSelect;
type Values = Partial<Omit<typeof taxRates.$inferInsert, 'businessId' | 'id'>>;

const one = (businessId: string, id: number) =>
  and(eq(taxRates.businessId, businessId), eq(taxRates.id, id));

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

export async function lockTaxRate(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<TaxRateRow | undefined> {
  const [row] = await db.select().from(taxRates).where(one(businessId, id)).for('update');
  return row;
}

export async function insertTaxRate(
  db: Queryable,
  values: typeof taxRates.$inferInsert,
): Promise<TaxRateRow> {
  const [row] = await db.insert(taxRates).values(values).returning();
  if (!row) throw new Error('the inserted tax rate was not returned');
  return row;
}

export async function updateTaxRateRow(
  db: Queryable,
  businessId: string,
  id: number,
  values: Values,
): Promise<TaxRateRow> {
  const [row] = await db
    .update(taxRates)
    .set({ ...values, version: sql`${taxRates.version} + 1` })
    .where(one(businessId, id))
    .returning();
  if (!row) throw new Error('the updated tax rate was not returned');
  return row;
}
