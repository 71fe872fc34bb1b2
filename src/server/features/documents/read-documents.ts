/** How documents of any kind are read: statements call the document `d`, and columns as answers do. */
import type { SQL } from 'drizzle-orm';
import { sql, StringChunk } from 'drizzle-orm';
import { utcInstant } from '../../../shared/dates/instants.ts';
import type { ContentValues, KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS, listContentFields } from '../../../shared/documents/document-content.ts';
import type { Delivery } from '../../../shared/emails/undelivered.ts';
import { findUndelivered } from '../../../shared/emails/undelivered.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { DocumentFilter } from '../../../shared/lists/list-query.ts';
import type { DocumentSort } from '../../../shared/lists/list-sorts.ts';
import { USUAL_SORT } from '../../../shared/lists/list-sorts.ts';
import type { CountAndSums } from '../../../shared/money/count-and-sum.ts';
import { countAndSum } from '../../../shared/money/count-and-sum.ts';
import type { Money } from '../../../shared/money/money.ts';
import type { Queryable } from '../../db/database.ts';
import { executeNamed } from '../../db/named-statements.ts';
import type { Page } from '../../platform/lists/cursor.ts';
import { cutPage, USUAL_PAGE } from '../../platform/lists/cursor.ts';
import { selectPage } from '../../platform/lists/plan-order.ts';
import { ownerAccount } from '../businesses/index.ts';
import { joinCustomer } from '../customers/index.ts';
import { countFew, findConditions, isNarrowed, planDocuments } from './find-documents.ts';
import { lineItemFields } from './line-items.store.ts';

export interface DocumentListQuery extends DocumentFilter {
  limit?: number | undefined;
  cursor?: string | undefined;
  sort?: DocumentSort | undefined;
}

/**
 * An answer as the driver gives it: bigints and instants as text, the newest message unjudged. Rows of
 * a list lack what only a single document has.
 */
export type DocumentRow<K extends KindName> = Omit<ContentValues<K>, 'customerId'> & {
  id: string;
  userId: string;
  customerId: string;
  customer: { id: number; name: string; company: string | null; email: string | null };
  subtotal: string;
  total: string;
  publicId: string;
  viewedAt: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
  undelivered?: Delivery | null;
};

/** Where documents of a kind stand. */
export const TABLES = {
  invoice: sql`invoices`,
  estimate: sql`estimates`,
  credit_note: sql`credit_notes`,
};

/** 'dueDate' is kept as due_date. */
const columnName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const quoteColumn = (name: string) => sql.identifier(columnName(name));

/** The column by which other tables name a document of a kind. */
export const idColumn = (kind: KindName) => quoteColumn(DOCUMENT_KINDS[kind].id);

/** One text: a statement of many small parts takes longer to put together than to plan. */
const asAnswered = (names: readonly string[]): SQL =>
  sql.raw(names.map((name) => `d."${columnName(name)}" as "${name}"`).join(', '));
const contentColumns = (kind: KindName, isSingle: boolean): SQL =>
  asAnswered([
    ...listContentFields(kind).flatMap(({ name, detail }) => (isSingle || !detail ? name : [])),
    ...Object.keys(DOCUMENT_KINDS[kind].kept),
  ]);
const LISTED = {
  invoice: contentColumns('invoice', false),
  estimate: contentColumns('estimate', false),
  credit_note: contentColumns('credit_note', false),
};
/** What only the page of one document shows. */
const SINGLE_FIGURES = [
  'lineTotal',
  'discountTotal',
  'chargeTotal',
  'taxTotals',
  'rounding',
] as const;
export type SingleFigures = Pick<InvoiceDetail, (typeof SINGLE_FIGURES)[number]>;
const singleColumns = (kind: KindName) =>
  sql`${contentColumns(kind, true)}, ${asAnswered(SINGLE_FIGURES)}`;
const SINGLE = {
  invoice: singleColumns('invoice'),
  estimate: singleColumns('estimate'),
  credit_note: singleColumns('credit_note'),
};

/**
 * What a kind selects of a document `d` besides its content, by the names of the answer: a column that the
 * row promises and that is not there is a type error.
 */
export type OwnColumns<K extends KindName, Row> = Record<
  Exclude<keyof Row, keyof DocumentRow<K> | 'lineItems'>,
  SQL
>;

/** Columns whose text is fixed are joined to one: of many small parts, a statement is slow to put together. */
export function selectOwn(columns: Record<string, SQL>): SQL {
  const parts: SQL[] = [];
  let text = '';
  for (const [name, value] of Object.entries(columns)) {
    const fixed = fixedText(value);
    if (fixed === undefined) parts.push(sql.raw(text), value);
    text = `${fixed === undefined ? '' : text + fixed} as "${name}", `;
  }
  return sql.join([...parts, sql.raw(text.slice(0, -2))]);
}

function fixedText({ queryChunks: [chunk, ...more] }: SQL): string | undefined {
  return chunk instanceof StringChunk && more.length === 0 ? chunk.value.join('') : undefined;
}

/** Content, customer and public id: of a list, or of a single document. */
export function documentColumns(
  kind: KindName,
  businessId: string,
  { isSingle = false }: { isSingle?: boolean } = {},
): SQL {
  return sql`
    d.id, ${ownerAccount(businessId)} as "userId", ${(isSingle ? SINGLE : LISTED)[kind]},
    d.subtotal, d.total, d.version,
    d.created_at as "createdAt", d.updated_at as "updatedAt",
    p.public_id as "publicId", p.viewed_at as "viewedAt",
    json_build_object('id', c.id, 'name', c.name, 'company', c.company, 'email', c.email) as customer`;
}

/** @param documents a table or a page of it */
export function fromDocuments(kind: KindName, businessId: string, documents: SQL = TABLES[kind]) {
  return sql`
    from ${documents} d
    ${joinCustomer(businessId, sql`d.customer_id`)}
    join public_documents p on p.business_id = d.business_id and p.${idColumn(kind)} = d.id`;
}

/** Numerics go through JSON as text: a JSON number would lose their two decimals. */
export const lineItemsColumn = (kind: KindName, businessId: string) => sql`
  (select coalesce(json_agg(json_build_object(
     'id', l.id, '${sql.raw(DOCUMENT_KINDS[kind].id)}', d.id, ${lineItemFields}) order by l.position), '[]'::json)
   from ${sql.identifier(`${kind}_line_items`)} l
   where l.business_id = ${businessId} and l.${idColumn(kind)} = d.id) as "lineItems"`;

/** The newest hundred entries: a document edited more often still opens at once. */
export const historyColumn = (kind: KindName, businessId: string) => sql`
  (select coalesce(json_agg(json_build_object(
     'id', e.id, 'type', e.type, 'data', e.data, 'createdAt', e.created_at) order by e.id desc),
     '[]'::json)
   from (select * from events e
         where e.business_id = ${businessId} and e.${idColumn(kind)} = d.id
         order by e.id desc limit 100) e
  ) as history`;

/** Of documents whose stored status is what they have now; 'all' and nothing mean the same. */
export const hasStatus = (status: string | undefined): SQL =>
  status === undefined || status === 'all' ? sql`true` : sql`d.status = ${status}`;

/**
 * Documents, newest issue date first unless told: the whole list with its lines, or a page of `limit`.
 * @param own what the kind adds: the conditions under which a document has the status asked for (each
 *   is looked for by itself, so that it finds its index), columns, joins, and a column of pages alone
 */
export async function listDocuments<K extends KindName, Row extends DocumentRow<K>>(
  db: Queryable,
  kind: K,
  businessId: string,
  { limit, cursor, sort, ...filter }: DocumentListQuery,
  own: {
    statuses: SQL[];
    columns: OwnColumns<K, Row>;
    joins?: SQL;
    ofPage: SQL;
    /** Found by the search besides. */
    alsoFound?: readonly number[];
  },
): Promise<Page<ReturnType<typeof presentDocument<Row>>>> {
  const order = await planDocuments<Row>(db, businessId, { sort, cursor });
  const conditions = await findConditions(db, businessId, filter, own.alsoFound);
  const page = await selectPage(db, {
    order,
    table: TABLES[kind],
    alias: sql`d`,
    found: own.statuses.map((status) => sql.join([...conditions, status], sql` and `)),
    limit,
    few: countFew(sort, filter),
  });
  const query = sql`
    select ${documentColumns(kind, businessId)}, ${selectOwn(own.columns)},
      ${limit === undefined ? lineItemsColumn(kind, businessId) : own.ofPage}
    ${fromDocuments(kind, businessId, page)} ${own.joins ?? sql``}
    order by ${order.whole}`;
  // A search is planned by what it looks for; other lengths and orders would take up the names.
  const isUsual = limit === USUAL_PAGE && (sort ?? USUAL_SORT) === USUAL_SORT;
  const { rows } = await (isUsual && !isNarrowed(filter)
    ? executeNamed(db, query)
    : db.execute(query));
  const shown = cutPage(rows as Row[], limit, order.toCursor);
  return { ...shown, rows: shown.rows.map(presentDocument) };
}

/** Columns have the names and shapes of the answer: taking a row apart takes longer than reading it. */
export function presentDocument<Row extends DocumentRow<KindName>>(row: Row) {
  return {
    ...row,
    id: Number(row.id),
    // Of one that was merged, whom it was merged into.
    customerId: row.customer.id,
    createdAt: utcInstant(row.createdAt),
    updatedAt: utcInstant(row.updatedAt),
    viewedAt: row.viewedAt && utcInstant(row.viewedAt),
    undelivered: row.undelivered && findUndelivered(row.undelivered),
  };
}

/**
 * Count and sum of the live documents of a kind that a filter finds, by their stored status.
 * @param amount of a document: its total unless told
 * @returns those of a status, or of all
 */
export async function sumByStatus<Status extends string>(
  db: Queryable,
  kind: KindName,
  businessId: string,
  filter: DocumentFilter,
  amount = sql`d.total`,
): Promise<(status?: Status) => CountAndSums> {
  const conditions = await findConditions(db, businessId, filter);
  const { rows } = await db.execute<
    Money & { status: Status; count: number } & Record<string, unknown>
  >(sql`
    select d.status, d.currency, count(*)::int as count, sum(${amount})::text as amount
    from ${TABLES[kind]} d where ${sql.join(conditions, sql` and `)}
    group by d.status, d.currency`);
  return (status) =>
    countAndSum(status === undefined ? rows : rows.filter((row) => row.status === status));
}
