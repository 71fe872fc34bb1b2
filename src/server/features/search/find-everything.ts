import { fold } from '../../../shared/search/fold.ts';
import type { SearchAnswer } from '../../../shared/search/search.contract.ts';
import { SEARCH_HITS } from '../../../shared/search/search.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { searchCustomers } from '../customers/index.ts';
import { listInvoices } from '../invoices/index.ts';
import { searchItems } from '../items/index.ts';
import { searchEstimates, searchExpenses } from './search.store.ts';

const NOTHING: SearchAnswer = {
  customers: [],
  invoices: [],
  estimates: [],
  items: [],
  expenses: [],
};

/**
 * What each list's own search finds, a few of each kind: documents and expenses newest first, names
 * that begin with the words typed before the others. Nothing typed finds nothing.
 */
export async function findEverything(
  db: Queryable,
  userId: string,
  search: string,
): Promise<SearchAnswer> {
  if (fold(search) === '') return NOTHING;
  const [customers, { invoices }, estimates, items, expenses] = await Promise.all([
    searchCustomers(db, userId, search, SEARCH_HITS),
    listInvoices(db, userId, { search, limit: SEARCH_HITS }),
    searchEstimates(db, userId, search, SEARCH_HITS),
    searchItems(db, userId, search, SEARCH_HITS),
    searchExpenses(db, userId, search, SEARCH_HITS),
  ]);
  return {
    customers,
    invoices: invoices.map(({ id, invoiceNumber, customer, status, total }) => ({
      id,
      invoiceNumber,
      customerName: customer.name,
      customerCompany: customer.company,
      status,
      total,
    })),
    estimates,
    items,
    expenses,
  };
}
