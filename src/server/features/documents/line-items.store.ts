import { sql } from 'drizzle-orm';
import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import type { Decimal } from '../../../shared/money/hundredths.ts';
import type { Queryable } from '../../db/database.ts';
import { executeNamed } from '../../db/named-statements.ts';

export interface LineValues {
  itemId: number | null;
  description: string;
  quantity: Decimal;
  unitPrice: Decimal;
  total: Decimal;
}

/** An invoice's lines and an estimate's: their tables differ by this alone. */
const PLACES = {
  invoice: { table: sql`invoice_line_items`, document: sql`invoice_id` },
  estimate: { table: sql`estimate_line_items`, document: sql`estimate_id` },
};

/** One statement for any number of lines: arrays instead of a parameter for each value. */
export async function insertLineItems(
  db: Queryable,
  { of, businessId, id }: DocumentRef,
  lines: LineValues[],
): Promise<void> {
  const { table, document } = PLACES[of];
  const column = <T>(pick: (line: LineValues) => T) => sql.param(lines.map(pick));
  await executeNamed(
    db,
    sql`
    insert into ${table}
      (business_id, ${document}, position, item_id, description, quantity, unit_price, total)
    select ${businessId}::uuid, ${id}::bigint, line.position, line.item_id, line.description,
      line.quantity, line.unit_price, line.total
    from unnest(
      ${column((line) => line.itemId)}::bigint[],
      ${column((line) => line.description)}::text[],
      ${column((line) => line.quantity)}::numeric[],
      ${column((line) => line.unitPrice)}::numeric[],
      ${column((line) => line.total)}::numeric[]
    ) with ordinality as line (item_id, description, quantity, unit_price, total, position)`,
  );
}

export async function replaceLineItems(
  db: Queryable,
  lines: DocumentRef,
  values: LineValues[],
): Promise<void> {
  const { table, document } = PLACES[lines.of];
  await db.execute(
    sql`delete from ${table} where business_id = ${lines.businessId} and ${document} = ${lines.id}`,
  );
  await insertLineItems(db, lines, values);
}

/** The lines in their order. */
export async function readLineItems(
  db: Queryable,
  { of, businessId, id }: DocumentRef,
): Promise<LineValues[]> {
  const { table, document } = PLACES[of];
  const { rows } = await db.execute<LineRow>(sql`
    select item_id, description, quantity::text, unit_price::text, total::text from ${table}
    where business_id = ${businessId} and ${document} = ${id} order by position`);
  return rows.map((row) => ({
    itemId: row.item_id === null ? null : Number(row.item_id),
    description: row.description,
    quantity: row.quantity,
    unitPrice: row.unit_price,
    total: row.total,
  }));
}

interface LineRow extends Record<string, unknown> {
  item_id: string | null;
  description: string;
  quantity: Decimal;
  unit_price: Decimal;
  total: Decimal;
}
