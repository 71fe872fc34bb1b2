/** What searches for documents look through, in which a customer's name stands. */
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { fold, foldWords } from '../../../shared/search/fold.ts';
import type { Transaction } from '../../db/database.ts';
import { ConcernsOthersError, lockOf, noteLocks } from '../../db/lock-order.ts';
import { matchesAny } from './customer-group.ts';

/** In the order in which they are locked: see db/lock-order.ts. */
const DOCUMENTS = ['recurring_invoices', 'estimates', 'invoices', 'credit_notes'];

export interface NamedCustomer {
  name: string;
  company: string | null;
}

/** The customer's part of what a search for documents looks through. */
export const customerSearchPart = ({ name, company }: NamedCustomer): string => fold(name, company);

/**
 * What a search for documents looks through: on a line each the number (of a recurring invoice its name),
 * the customer, and the words of the lines. Another number or another name is written in its place.
 */
export const documentSearchText = (
  number: string | null,
  customer: NamedCustomer,
  lines: readonly { description: string }[],
): string =>
  [
    fold(number),
    customerSearchPart(customer),
    foldWords(lines.map(({ description }) => description)),
  ].join('\n');

type Customers = readonly [number, ...number[]];
/** How many documents of each table are locked. */
export type LockedDocuments = ReadonlyMap<string, number>;

const ofCustomers = (businessId: string, customers: Customers): SQL =>
  sql`business_id = ${businessId} and ${matchesAny(sql`customer_id`, customers)}`;

/** Before the customers: so does whoever saves one of the documents. */
export async function lockCustomerDocuments(
  tx: Transaction,
  businessId: string,
  customers: Customers,
): Promise<LockedDocuments> {
  const locked = new Map<string, number>();
  for (const table of DOCUMENTS) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from ${sql.identifier(table)} where ${ofCustomers(businessId, customers)}
      order by id for no key update`);
    const ids = rows.map(({ id }) => Number(id));
    const kind = lockOf(table);
    if (kind) noteLocks(tx, kind, ids);
    locked.set(table, ids.length);
  }
  return locked;
}

/**
 * Writes the name on the documents. From the lock of the customers on there are no further ones; one that
 * was made just before it is in none of the locks, and to wait for it now would be to wait crosswise.
 * @param part what `customerSearchPart` makes of the name
 * @param locked by `lockCustomerDocuments`, of the same customers
 * @throws ConcernsOthersError where a document is not locked: the transaction begins anew
 */
export async function renameOnDocuments(
  tx: Transaction,
  businessId: string,
  customers: Customers,
  part: string,
  locked: LockedDocuments,
): Promise<void> {
  for (const table of DOCUMENTS) {
    const name = sql.identifier(table);
    const own = ofCustomers(businessId, customers);
    const { rows } = await tx.execute<{ count: string }>(sql`
      select count(*) as count from ${name} where ${own}`);
    // None that is locked can have gone.
    if (Number(rows[0]?.count) !== locked.get(table)) throw new ConcernsOthersError([]);
    // No concat_ws: it is not immutable, and Citus updates by nothing else.
    await tx.execute(sql`
      update ${name} set search_text = split_part(search_text, E'\n', 1) || E'\n' || ${part}::text
        || E'\n' || split_part(search_text, E'\n', 3)
      where ${own}`);
  }
}
