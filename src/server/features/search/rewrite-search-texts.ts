import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { fold } from '../../../shared/search/fold.ts';
import { ownerByOwner } from '../../db/across-owners.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { lockBusiness, listSearchUnwritten, setSearchWritten } from '../businesses/index.ts';
import { customerFound, documentSearchText } from '../customers/index.ts';
import { expenseFound } from '../expenses/index.ts';
import { itemFound } from '../items/index.ts';
import { readBusinessLocale } from '../profile/index.ts';

const BATCH = 500;

/** What a record is found by, as the feature that owns it writes it. */
interface Found {
  searchText: string;
  sortName?: string;
}

/** A table whose records are searched. Statements call a record `d`. */
interface Searched {
  table: SQL;
  columns: SQL;
  joins?: (businessId: string) => SQL;
  only?: SQL;
  sorted?: boolean;
  write: (row: Record<string, unknown>, locale: string) => Found;
}

const searched = <Row extends object>(
  table: string,
  columns: SQL,
  write: (row: Row, locale: string) => Found,
  more: Pick<Searched, 'joins' | 'only' | 'sorted'> = {},
): Searched => ({
  ...more,
  table: sql`${sql.identifier(table)}`,
  columns,
  write: write as Searched['write'],
});

interface DocumentParts {
  number: string | null;
  customer: { name: string; company: string | null };
  lines: { description: string }[];
}

/** Under the name of the customer whom its own was merged into. */
const searchedDocuments = (table: string, number: SQL, lines: (businessId: string) => SQL) =>
  searched<DocumentParts>(
    table,
    sql`${number} as number, json_build_object('name', c.name, 'company', c.company) as customer,
      l.lines`,
    (row) => ({ searchText: documentSearchText(row.number, row.customer, row.lines) }),
    {
      joins: (businessId) => sql`
        join customers o on o.business_id = ${businessId} and o.id = d.customer_id
        join customers c on c.business_id = ${businessId} and c.id = coalesce(o.merged_into_id, o.id)
        cross join lateral (
          select coalesce(json_agg(json_build_object('description', line.description)
            order by line.position), '[]') as lines from (${lines(businessId)}) line) l`,
    },
  );

const linesOf = (kind: 'invoice' | 'estimate' | 'credit_note') => (businessId: string) =>
  sql`
  select description, position from ${sql.identifier(`${kind}_line_items`)}
  where business_id = ${businessId} and ${sql.identifier(`${kind}_id`)} = d.id`;

const SEARCHED: readonly Searched[] = [
  searchedDocuments('invoices', sql`d.invoice_number`, linesOf('invoice')),
  searchedDocuments('estimates', sql`d.estimate_number`, linesOf('estimate')),
  searchedDocuments('credit_notes', sql`d.credit_note_number`, linesOf('credit_note')),
  searchedDocuments(
    'recurring_invoices',
    sql`d.name`,
    () => sql`
      select line ->> 'description' as description, position
      from json_array_elements((d.content -> 'lineItems')::json) with ordinality as e (line, position)`,
  ),
  searched('customers', sql`d.name, d.company, d.email`, customerFound, { sorted: true }),
  searched('items', sql`d.name, d.description, d.category`, itemFound, { sorted: true }),
  searched('expenses', sql`d.description, d.category, d.vendor`, expenseFound),
  searched<{ reference: string }>(
    'payments',
    sql`d.reference`,
    ({ reference }) => ({ searchText: fold(reference) }),
    { only: sql`d.reference is not null` },
  ),
];

type RewriteServices = Pick<Services, 'db' | 'clock'> & { log: Pick<Services['log'], 'info'> };

/**
 * Writes anew what searches look through and lists are sorted by, of businesses for which another rule
 * holds since: after an update, before the server listens; after a move to another country, by the job.
 * Each batch is a transaction: stopped at any moment, the next run begins anew, and writes what differs.
 * @returns how many businesses
 */
export async function rewriteSearchTexts(services: RewriteServices): Promise<number> {
  const { db, clock, log } = services;
  const done = await ownerByOwner(await listSearchUnwritten(db.orm), async (businessId) => {
    const began = clock.now();
    const locale = await readBusinessLocale(db.orm, businessId);
    for (const each of SEARCHED) await rewriteTable(services, businessId, each, locale);
    return withTransaction(db, async (tx) => {
      await lockBusiness(tx, businessId);
      // Moved again since: the next run does it.
      if ((await readBusinessLocale(tx, businessId)) !== locale) return 0;
      await setSearchWritten(tx, businessId, began);
      return 1;
    });
  });
  if (done > 0) log.info({ businesses: done }, 'search texts were written anew');
  return done;
}

async function rewriteTable(
  { db }: RewriteServices,
  businessId: string,
  table: Searched,
  locale: string,
): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after;
    after = await withTransaction(db, (tx) => rewriteSome(tx, businessId, table, locale, from));
  }
}

/** @returns after which record it goes on */
async function rewriteSome(
  tx: Transaction,
  businessId: string,
  { table, columns, joins, only = sql`true`, sorted = false, write }: Searched,
  locale: string,
  after: number,
): Promise<number | undefined> {
  // Locked, so that a save comes wholly before or after.
  const { rows } = await tx.execute<{ id: string } & Record<string, unknown>>(sql`
    select d.id, ${columns} from ${table} d ${joins?.(businessId) ?? sql``}
    where d.business_id = ${businessId} and d.id > ${after} and ${only}
    order by d.id limit ${BATCH} for no key update of d`);
  if (rows.length === 0) return undefined;
  const found = rows.map((row) => write(row, locale));
  const ids = rows.map(({ id }) => id);
  const texts = sql.param(found.map(({ searchText }) => searchText));
  const names = sql.param(found.map(({ sortName = '' }) => sortName));
  const sortName = sorted ? sql`, sort_name = v.sort_name` : sql``;
  const differs = sorted
    ? sql`(d.search_text <> v.search_text or d.sort_name <> v.sort_name)`
    : sql`d.search_text <> v.search_text`;
  await tx.execute(sql`
    update ${table} d set search_text = v.search_text ${sortName}
    from unnest(${sql.param(ids)}::bigint[], ${texts}::text[], ${names}::text[])
      as v (id, search_text, sort_name)
    where d.business_id = ${businessId} and d.id = v.id and ${differs}`);
  return rows.length < BATCH ? undefined : Number(ids.at(-1));
}
