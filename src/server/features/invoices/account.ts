/** What every verb begins with that touches the money of invoices, and what it ends with. */
import type { Settlement } from '../../../shared/payments/balance.ts';
import type { Transaction } from '../../db/database.ts';
import { ConcernsOthersError, concernedBefore } from '../../db/lock-order.ts';
import type { Sources } from '../ledger/index.ts';
import { findSharing, Ledger } from '../ledger/index.ts';
import type { StoredInvoice } from './invoice.store.ts';
import { lockInvoices, lockOpenCheckouts } from './invoice.store.ts';

/** Invoices that are locked, with the payments and credit notes that settle them. */
export interface Account {
  businessId: string;
  invoices: ReadonlyMap<number, StoredInvoice>;
  /** Those that the change is about; the others may come to be concerned by it. */
  invoiceIds: readonly number[];
  ledger: Ledger;
  /** Whether open checkouts ask for any of them; these are locked, too. */
  hasCheckouts: boolean;
}

interface Wanted extends Sources {
  invoiceIds?: readonly number[];
  /** Drafts of credit notes, which settle nothing yet. */
  draftIds?: readonly number[];
  /** Locks what can be paid of the invoices, after them and before their payments; the open ones unless told. */
  lockCheckouts?: (invoiceIds: readonly number[]) => Promise<readonly unknown[]>;
}

/**
 * Locks what a change of money begins with, in the one order of such locks (db/lock-order.ts). With payments
 * and credit notes all invoices are locked that share one with them, which are read without a lock first: what
 * turns out to be missing begins the transaction anew.
 */
export async function lockAccount(
  tx: Transaction,
  businessId: string,
  {
    invoiceIds = [],
    paymentIds = [],
    creditIds = [],
    draftIds = [],
    lockCheckouts = (ids) => lockOpenCheckouts(tx, businessId, ids),
  }: Wanted,
): Promise<Account> {
  const sources = { paymentIds, creditIds };
  const shared =
    paymentIds.length + creditIds.length === 0
      ? []
      : await findSharing(tx, businessId, invoiceIds, sources);
  const wanted = [...invoiceIds, ...shared, ...concernedBefore(tx)];
  const invoices = await lockInvoices(tx, businessId, wanted);
  const ids = [...invoices.keys()];
  const checkouts = ids.length === 0 ? [] : await lockCheckouts(ids);
  const ledger = new Ledger(tx, businessId);
  await ledger.include(ids, { paymentIds, creditIds: [...creditIds, ...draftIds] });
  return { businessId, invoices, invoiceIds, ledger, hasCheckouts: checkouts.length > 0 };
}

/** An invoice that the transaction has just made: nothing can settle it yet, and nobody else lock it. */
export const openNew = (tx: Transaction, invoice: StoredInvoice): Account => ({
  businessId: invoice.businessId,
  invoices: new Map([[invoice.id, invoice]]),
  invoiceIds: [invoice.id],
  ledger: new Ledger(tx, invoice.businessId),
  hasCheckouts: false,
});

/** A locked invoice of the account. @throws Error for any other */
export function requireLocked({ invoices }: Account, id: number): StoredInvoice {
  const invoice = invoices.get(id);
  if (!invoice) throw new Error('the invoice is not locked');
  return invoice;
}

/** What one payment frees another may take: each round settles all again, until nothing moves. */
const MOST_ROUNDS = 20;

/**
 * Divides payments and credit anew on some invoices and on all that this comes to concern.
 * @param after the invoices as they are to be
 * @throws ConcernsOthersError where one of these is not locked
 */
export function settleAll(
  { invoices, ledger }: Account,
  after: readonly StoredInvoice[],
): Map<number, { invoice: StoredInvoice; balance: Settlement }> {
  const settled = new Map(
    after.map((invoice) => [invoice.id, { invoice, balance: ledger.settle(invoice) }]),
  );
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const others = [...ledger.concerned()].filter((id) => !settled.has(id));
    const missing = others.filter((id) => !invoices.has(id));
    if (missing.length > 0) throw new ConcernsOthersError(missing);
    if (settled.size === 1 && others.length === 0) return settled;
    const before = describe(settled);
    for (const id of others) {
      const invoice = invoices.get(id);
      if (invoice) settled.set(id, { invoice, balance: ledger.settle(invoice) });
    }
    for (const one of settled.values()) one.balance = ledger.settle(one.invoice);
    if (others.length === 0 && describe(settled) === before) return settled;
  }
  throw new Error('payments go on moving between invoices');
}

const describe = (settled: ReadonlyMap<number, { balance: Settlement }>): string =>
  [...settled]
    .map(([id, { balance }]) => `${id} ${balance.paid.amount} ${balance.credited.amount}`)
    .join();
