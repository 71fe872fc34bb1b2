/** Two customers that are one: by reference, so that what was booked stays as it was booked. */
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Customer, MergeInput } from '../../../shared/customers/customer.contract.ts';
import { isSameAddress } from '../../../shared/emails/undelivered.ts';
import { AppError, invalidField, notFound } from '../../../shared/errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import { ConcernsOthersError, noteLocks } from '../../db/lock-order.ts';
import { customers } from '../../db/tables/customers.table.ts';
import { invoices } from '../../db/tables/invoices.table.ts';
import { checkoutParts, checkouts } from '../../db/tables/payments.table.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { recheckCheckouts } from '../../platform/payment-providers/recheck-checkouts.ts';
import { endAccess } from './customer-access.ts';
import { findCustomerGroup } from './customer-group.ts';
import { readCustomer } from './customer.store.ts';
import {
  customerSearchPart,
  lockCustomerDocuments,
  renameOnDocuments,
} from './rename-on-documents.ts';

type CustomerRow = typeof customers.$inferSelect;

/**
 * Makes a customer one with another: documents, payments and entries keep its number and are read as
 * the other's; it leaves the lists. Those that were merged into it go along. Done twice it is done once.
 * @returns the other customer
 * @throws AppError NOT_FOUND (either), VALIDATION (itself), CONFLICT (merged into a third, or the other
 *   into this one)
 */
export async function mergeCustomers(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { id, intoCustomerId }: MergeInput,
): Promise<Customer> {
  if (id === intoCustomerId) {
    throw invalidField('intoCustomerId', 'A customer cannot be merged into itself');
  }
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const [first, ...others] = await findCustomerGroup(tx, businessId, id);
    const [target] = await findCustomerGroup(tx, businessId, intoCustomerId);
    const documents = await lockCustomerDocuments(tx, businessId, [first, ...others]);
    const locked = await lockCustomers(tx, businessId, [first, ...others, target, intoCustomerId]);
    await requireSameGroup(tx, businessId, id, locked);
    const source = locked.get(id);
    const named = locked.get(intoCustomerId);
    const into = named?.mergedIntoId == null ? named : locked.get(named.mergedIntoId);
    if (!source) throw notFound('Customer');
    if (!into || into.deletedAt) throw notFound('Customer', 'intoCustomerId');
    if (source.mergedIntoId === into.id) return readCustomer(tx, businessId, into.id, now);
    if (into.id === id && named) {
      throw new AppError('CONFLICT', `${named.name} was already merged into ${source.name}.`);
    }
    if (source.mergedIntoId !== null) {
      throw new AppError('CONFLICT', `${source.name} was already merged into another customer.`);
    }
    if (source.deletedAt) throw notFound('Customer');
    const merged = await tx
      .update(customers)
      .set({ mergedIntoId: into.id, deletedAt: now, version: sql`${customers.version} + 1` })
      .where(
        and(
          eq(customers.businessId, businessId),
          or(eq(customers.id, id), eq(customers.mergedIntoId, id)),
        ),
      )
      .returning({ id: customers.id });
    const renamed = merged.map((row) => row.id);
    if (!isSameAddress(source.email ?? '', into.email ?? '')) {
      await endAccess(tx, businessId, [id, ...renamed], now);
    }
    const part = customerSearchPart(into);
    await renameOnDocuments(tx, businessId, [id, ...renamed], part, documents);
    return readCustomer(tx, businessId, into.id, now);
  });
}

/**
 * Takes a merge back: what bears the customer's number is its own again. What was made since stays with
 * the customer that it was made for.
 * @throws AppError NOT_FOUND; CONFLICT for one that is not merged, and where money of one settles what the
 *   other owes
 */
export function separateCustomer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<Customer> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const [into] = await findCustomerGroup(tx, businessId, id);
    const documents = await lockCustomerDocuments(tx, businessId, [id]);
    const stored = (await lockCustomers(tx, businessId, [id, into])).get(id);
    if (!stored) throw notFound('Customer');
    if (stored.mergedIntoId === null) {
      if (stored.deletedAt) throw notFound('Customer');
      throw new AppError('CONFLICT', `${stored.name} is not merged into another customer.`);
    }
    await refuseMixed(tx, stored);
    await recheckTogether(tx, stored, now);
    await tx
      .update(customers)
      .set({ mergedIntoId: null, deletedAt: null, version: sql`${customers.version} + 1` })
      .where(and(eq(customers.businessId, businessId), eq(customers.id, id)));
    await renameOnDocuments(tx, businessId, [id], customerSearchPart(stored), documents);
    return readCustomer(tx, businessId, id, now);
  });
}

/** Has what can still be paid of both together looked at next, and ended: the customers are two again. */
async function recheckTogether(
  tx: Transaction,
  { businessId, id }: CustomerRow,
  now: Date,
): Promise<void> {
  const own = tx
    .select({ id: checkoutParts.checkoutId })
    .from(checkoutParts)
    .innerJoin(
      invoices,
      and(eq(invoices.businessId, businessId), eq(invoices.id, checkoutParts.invoiceId)),
    )
    .where(and(eq(checkoutParts.businessId, businessId), eq(invoices.customerId, id)));
  const together = and(eq(checkouts.status, 'open'), inArray(checkouts.id, own));
  await recheckCheckouts(tx, businessId, together, now);
}

/** @throws ConcernsOthersError where a customer was merged with it while the locks were waited for */
async function requireSameGroup(
  tx: Transaction,
  businessId: string,
  id: number,
  locked: ReadonlyMap<number, CustomerRow>,
): Promise<void> {
  if (!locked.has(id)) return;
  const group = await findCustomerGroup(tx, businessId, id);
  if (group.some((one) => !locked.has(one))) throw new ConcernsOthersError([]);
}

/** In the order of their numbers, so that merges that cross do not wait for each other. */
async function lockCustomers(
  tx: Transaction,
  businessId: string,
  ids: readonly number[],
): Promise<Map<number, CustomerRow>> {
  noteLocks(tx, 'customers', ids);
  const rows = await tx
    .select()
    .from(customers)
    .where(and(eq(customers.businessId, businessId), inArray(customers.id, [...new Set(ids)])))
    .orderBy(customers.id)
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * @throws AppError CONFLICT naming an invoice that another's payment or credit note settles, or whose
 *   payment or credit note settles another's
 */
async function refuseMixed(tx: Transaction, { businessId, id, name }: CustomerRow): Promise<void> {
  const mixed = sql`join invoices i on i.business_id = ${businessId} and i.id = a.invoice_id
       and (i.customer_id = ${id}) <> (s.customer_id = ${id})
     group by s.id, i.id, i.invoice_number having sum(a.amount) <> 0 limit 1`;
  const whose = sql`s.business_id = ${businessId} and s.customer_id = ${id}`;
  const others = sql`
    select a.payment_id, a.credit_note_id, a.invoice_id, a.amount from invoices i
    join allocations a on a.business_id = ${businessId} and a.invoice_id = i.id
    where i.business_id = ${businessId} and i.customer_id = ${id}`;
  const { rows } = await tx.execute<{ number: string; source: string }>(sql`
    (select i.invoice_number as number, 'payment' as source
     from (select * from payments s where ${whose}) s
     join allocations a on a.business_id = ${businessId} and a.payment_id = s.id ${mixed})
    union all
    (select i.invoice_number, 'payment' from (${others}) a
     join payments s on s.business_id = ${businessId} and s.id = a.payment_id ${mixed})
    union all
    (select i.invoice_number, 'credit note'
     from (select * from credit_notes s where ${whose}) s
     join allocations a on a.business_id = ${businessId} and a.credit_note_id = s.id ${mixed})
    union all
    (select i.invoice_number, 'credit note' from (${others}) a
     join credit_notes s on s.business_id = ${businessId} and s.id = a.credit_note_id ${mixed})`);
  const [found] = rows;
  if (found === undefined) return;
  throw new AppError(
    'CONFLICT',
    `${name} cannot be separated again: invoice ${found.number} is settled by a ${found.source} of the other customer. Take that back first.`,
  );
}
