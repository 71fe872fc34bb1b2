import { sql } from 'drizzle-orm';
import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import type { EstimateLine, LineChoice, LineItem } from '../../../shared/documents/line-content.ts';
import type { Queryable } from '../../db/database.ts';
import { executeNamed } from '../../db/named-statements.ts';

/** A line as it is written; a stored one has its number besides. */
export type LineValues = Omit<LineItem, 'id'> & Partial<LineChoice>;

/** Where each kind's lines are: their tables differ by this alone. */
const PLACES = {
  invoice: { table: sql`invoice_line_items`, document: sql`invoice_id` },
  estimate: { table: sql`estimate_line_items`, document: sql`estimate_id` },
  credit_note: { table: sql`credit_note_line_items`, document: sql`credit_note_id` },
};

/** Columns of a line and their types; in answers they have the same names in camel case. */
const COLUMNS: Record<keyof LineValues, { column: string; type: string }> = {
  itemId: { column: 'item_id', type: 'bigint' },
  description: { column: 'description', type: 'text' },
  quantity: { column: 'quantity', type: 'numeric' },
  unit: { column: 'unit', type: 'text' },
  unitPrice: { column: 'unit_price', type: 'numeric' },
  discountPercent: { column: 'discount_percent', type: 'numeric' },
  discountAmount: { column: 'discount_amount', type: 'numeric' },
  itemCode: { column: 'item_code', type: 'text' },
  servicePeriod: { column: 'service_period', type: 'jsonb' },
  taxes: { column: 'taxes', type: 'jsonb' },
  optional: { column: 'optional', type: 'boolean' },
  minQuantity: { column: 'min_quantity', type: 'numeric' },
  maxQuantity: { column: 'max_quantity', type: 'numeric' },
  discount: { column: 'discount', type: 'numeric' },
  total: { column: 'total', type: 'numeric' },
  net: { column: 'net', type: 'numeric' },
  tax: { column: 'tax', type: 'numeric' },
  gross: { column: 'gross', type: 'numeric' },
};
const ENTRIES = Object.entries(COLUMNS);
const NAMES = sql.raw(ENTRIES.map(([, { column }]) => column).join(', '));
const TYPED = sql.raw(ENTRIES.map(([name, { type }]) => `"${name}" ${type}`).join(', '));
const TAKEN = sql.raw(ENTRIES.map(([name]) => `"${name}"`).join(', '));
/** Of kinds without a choice, lines name none. */
const GIVEN = sql.raw(
  ENTRIES.map(([name, { type }]) =>
    type === 'boolean' ? `coalesce("${name}", false)` : `"${name}"`,
  ).join(', '),
);

/** One statement for any number of lines. Numbers travel as text: a JSON number would lose decimals. */
export async function insertLineItems(
  db: Queryable,
  { of, businessId, id }: DocumentRef,
  lines: LineValues[],
): Promise<void> {
  const { table, document } = PLACES[of];
  await executeNamed(
    db,
    sql`
    insert into ${table} (business_id, ${document}, position, ${NAMES})
    select ${businessId}::uuid, ${id}::bigint, line.position, ${GIVEN}
    from rows from (json_to_recordset(${JSON.stringify(lines)}::json) as (${TYPED}))
      with ordinality as line (${TAKEN}, position)`,
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

/** What json_build_object makes an answer's line of; numerics go as text. @param line the table's alias */
export const lineItemFields = sql.raw(
  ENTRIES.map(([name, { column, type }]) =>
    type === 'numeric' ? `'${name}', l.${column}::text` : `'${name}', l.${column}`,
  ).join(', '),
);

/** The lines in their order. */
export async function readLineItems(
  db: Queryable,
  { of, businessId, id }: DocumentRef,
): Promise<EstimateLine[]> {
  const { table, document } = PLACES[of];
  const { rows } = await db.execute<{ line: EstimateLine }>(sql`
    select json_build_object('id', l.id, ${lineItemFields}) as line from ${table} l
    where l.business_id = ${businessId} and l.${document} = ${id} order by l.position`);
  return rows.map(({ line }) => line);
}

/** What reads more lines than this holds everybody up for a moment. */
const LONG = 200;

/** Whether a document has more lines than usual, told without reading them. */
export async function isLong(db: Queryable, { of, businessId, id }: DocumentRef): Promise<boolean> {
  const { table, document } = PLACES[of];
  const { rows } = await executeNamed(
    db,
    sql`
    select 1 from ${table} l
    where l.business_id = ${businessId} and l.${document} = ${id} and l.position > ${LONG} limit 1`,
  );
  return rows.length > 0;
}
