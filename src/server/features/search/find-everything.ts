import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import { fold } from '../../../shared/search/fold.ts';
import type { SearchAnswer } from '../../../shared/search/search.contract.ts';
import { SEARCH_HITS } from '../../../shared/search/search.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { listCreditNotes } from '../credit-notes/index.ts';
import { searchCustomers } from '../customers/index.ts';
import { listEstimates } from '../estimates/index.ts';
import { listExpenses } from '../expenses/index.ts';
import { listInvoices } from '../invoices/index.ts';
import { searchItems } from '../items/index.ts';
import { findPayersWith } from '../ledger/index.ts';
import { listRecurring } from '../recurring/index.ts';

const NOTHING: SearchAnswer = {
  customers: [],
  invoices: [],
  estimates: [],
  creditNotes: [],
  recurring: [],
  items: [],
  expenses: [],
};

/**
 * What each list's own search finds, a few of each kind: documents and expenses newest first, names
 * that begin with the words typed before the others. Nothing typed finds nothing.
 */
export async function findEverything(
  db: Queryable,
  businessId: string,
  search: string,
  now: Date,
): Promise<SearchAnswer> {
  if (fold(search) === '') return NOTHING;
  const query = { search, limit: SEARCH_HITS };
  const payers = await findPayersWith(db, businessId, search);
  const [customers, invoices, estimates, creditNotes, recurring, items, expenses] =
    await Promise.all([
      searchCustomers(db, businessId, search, SEARCH_HITS, payers),
      listInvoices(db, businessId, query, now),
      listEstimates(db, businessId, query),
      listCreditNotes(db, businessId, query),
      listRecurring(db, businessId, query),
      searchItems(db, businessId, search, SEARCH_HITS),
      listExpenses(db, businessId, query),
    ]);
  return {
    customers,
    invoices: invoices.rows.map((one) => ({
      ...presentHit(one),
      invoiceNumber: one.invoiceNumber,
      status: one.status,
      standing: one.standing,
      amountDue: one.amountDue,
      amountOverdue: one.amountOverdue,
      amountWrittenOff: one.amountWrittenOff,
      viewedAt: one.viewedAt,
    })),
    estimates: estimates.rows.map((one) => ({
      ...presentHit(one),
      estimateNumber: one.estimateNumber,
      status: one.status,
      viewedAt: one.viewedAt,
    })),
    creditNotes: creditNotes.rows.map((one) => ({
      ...presentHit(one),
      creditNoteNumber: one.creditNoteNumber,
      status: one.status,
    })),
    recurring: recurring.rows.map(({ id, name, customer, schedule, total, currency }) => ({
      id,
      name,
      customer,
      schedule,
      total,
      currency,
    })),
    items,
    expenses: expenses.rows.map(({ id, description, vendor, expenseDate, amount, currency }) => ({
      id,
      description,
      vendor,
      expenseDate,
      amount,
      currency,
    })),
  };
}

/** What is shown of a document of any kind. */
const presentHit = ({
  id,
  customer,
  total,
  currency,
}: Pick<Invoice, 'id' | 'customer' | 'total' | 'currency'>) => ({
  id,
  customerName: customer.name,
  customerCompany: customer.company,
  total,
  currency,
});
