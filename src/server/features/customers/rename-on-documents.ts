/** A customer's name stands in what searches for documents look through. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { lockOf, noteLocks } from '../../db/lock-order.ts';
import { matchesAny } from './customer-group.ts';

const DOCUMENTS = ['invoices', 'estimates', 'credit_notes', 'recurring_invoices'];

type Customers = readonly [number, ...number[]];

/** Before the customers: so does whoever saves one of the documents. */
export async function lockCustomerDocuments(
  tx: Transaction,
  businessId: string,
  customers: Customers,
): Promise<void> {
  for (const table of DOCUMENTS) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from ${sql.identifier(table)}
      where business_id = ${businessId} and ${matchesAny(sql`customer_id`, customers)}
      order by id for no key update`);
    const kind = lockOf(table);
    if (kind)
      noteLocks(
        tx,
        kind,
        rows.map(({ id }) => Number(id)),
      );
  }
}

/** @param part what `invoiceSearchPart` makes of the name */
export async function renameOnDocuments(
  tx: Transaction,
  businessId: string,
  customers: Customers,
  part: string,
): Promise<void> {
  for (const table of DOCUMENTS) {
    await tx.execute(sql`
      update ${sql.identifier(table)} set search_text = split_part(search_text, E'\n', 1) || E'\n' || ${part}
      where business_id = ${businessId} and ${matchesAny(sql`customer_id`, customers)}`);
  }
}
