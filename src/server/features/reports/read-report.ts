import { countryCode } from '../../../shared/countries/countries.ts';
import type { CalendarDate, DateRange } from '../../../shared/dates/calendar-date.ts';
import { businessDay } from '../../../shared/dates/calendar-date.ts';
import { readStanding } from '../../../shared/invoices/invoice-status.ts';
import { DEFAULT_CURRENCY } from '../../../shared/money/currencies.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { withDecimals } from '../../../shared/money/money.ts';
import type {
  CustomerItem,
  ExpenseItem,
  InvoiceItem,
  Report,
  ReportQuery,
  ReportType,
  RevenueItem,
} from '../../../shared/reports/report.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { selectTogether } from '../../db/select-together.ts';
import type { Services } from '../../platform/http/services.ts';
import { cutPage } from '../../platform/lists/cursor.ts';
import { countLiveCustomers } from '../customers/index.ts';
import { addConverted } from '../exchange-rates/index.ts';
import { spentByDay } from '../expenses/index.ts';
import { countInvoicedCustomers, invoicedByDay, statusSums } from '../invoices/index.ts';
import { selectReceipts } from '../ledger/index.ts';
import { findProfile } from '../profile/index.ts';
import { figuresIn, figuresOfOthers } from './report-figures.ts';
import type { InvoiceRow, ItemPage, Placed, RevenueRow } from './report-items.store.ts';
import {
  customerItems,
  expenseItems,
  invoiceItems,
  placeIn,
  revenueItems,
  toCursor,
} from './report-items.store.ts';
import { countDays, reportRange } from './report-range.ts';

/** Those that are converted where there are several currencies. */
const FIGURES = ['totalRevenue', 'totalExpenses', 'netProfit'] as const;

/** Today where the business is, its currency, and its country where that is known. */
export async function readBusiness(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
): Promise<{ today: CalendarDate; currency: string; country: string | null }> {
  const profile = await findProfile(db.orm, businessId);
  return {
    today: businessDay(clock.now(), profile),
    currency: profile?.currency ?? DEFAULT_CURRENCY,
    country: countryCode(profile?.country) ?? null,
  };
}

/**
 * A report: figures of the whole range, and its rows, all of them or a page. Figures and rows come
 * from one statement, so they agree whatever is written meanwhile.
 * @throws AppError BAD_REQUEST for a cursor that is none
 */
export async function readReport(
  services: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { reportType, limit, cursor, ...asked }: ReportQuery,
): Promise<Report> {
  const after = cursor === undefined ? undefined : placeIn(reportType, cursor);
  const { today, currency } = await readBusiness(services, businessId);
  const range = reportRange(today, asked);
  const days = countDays(range);
  const now = services.clock.now();
  const page = { now, currency, after, limit: limit === undefined ? undefined : limit + 1 };
  const { items, ...sums } = await selectTogether(services.db.orm, {
    items: ROWS[reportType](businessId, range, page),
    ...figureParts(businessId, range, now),
  });
  const { rows, next } = cutPage<Placed<AnyRow>>(items, limit, (row) => toCursor(reportType, row));
  const own = figuresIn(currency, sums, range, days);
  const otherCurrencies = figuresOfOthers(currency, sums, range, days);
  return {
    reportType,
    ...range,
    days,
    ...own,
    otherCurrencies,
    converted: await addConverted(services.db.orm, FIGURES, own, otherCurrencies, today),
    ...pickCounts(sums, reportType),
    nextCursor: next ?? null,
    items: rows.map(presentItem),
    // One type's rows with that type's name: the compiler cannot follow them through the table.
  } as Report;
}

type AnyRow = RevenueRow | ExpenseItem | CustomerItem | InvoiceRow;
export type AnyItem = RevenueItem | ExpenseItem | CustomerItem | InvoiceItem;

const ROWS = {
  revenue: revenueItems,
  expenses: expenseItems,
  customers: customerItems,
  invoices: invoiceItems,
} as const;

/** Rows of a report alone, for who reads them page by page. */
export async function readItems(
  db: Queryable,
  businessId: string,
  type: ReportType,
  range: DateRange,
  page: ItemPage,
): Promise<Placed<AnyRow>[]> {
  const { items } = await selectTogether(db, { items: ROWS[type](businessId, range, page) });
  return items;
}

/** Without its place, and with its currency's decimals. */
export function presentItem({ key: _key, rowId: _rowId, ...item }: Placed<AnyRow>): AnyItem {
  const shown = (sum: Decimal) => withDecimals(sum, item.currency);
  if ('totalPaid' in item) {
    return {
      ...item,
      totalInvoiced: shown(item.totalInvoiced),
      totalPaid: shown(item.totalPaid),
    };
  }
  const amount = shown(item.amount);
  if (!('facts' in item)) return { ...item, amount };
  if (!('net' in item)) {
    const { facts, ...rest } = item;
    const standing = facts && readStanding(facts);
    return { ...rest, amount, status: facts?.status ?? null, standing };
  }
  const { facts, ...rest } = item;
  return {
    ...rest,
    amount,
    net: shown(item.net),
    tax: shown(item.tax),
    rounding: shown(item.rounding),
    status: facts.status,
    standing: readStanding(facts),
  };
}

const figureParts = (businessId: string, range: DateRange, now: Date) => ({
  receipts: selectReceipts(businessId, range),
  expenses: spentByDay(businessId, range),
  invoiced: invoicedByDay(businessId, range),
  invoicedCustomers: countInvoicedCustomers(businessId, range),
  customers: countLiveCustomers(businessId),
  statuses: statusSums(businessId, now),
});

type Sums = Awaited<ReturnType<typeof selectTogether<ReturnType<typeof figureParts>>>>;

const total = (counts: readonly { count: number }[]) =>
  counts.reduce((sum, { count }) => sum + count, 0);

/** Of all currencies. */
function pickCounts({ expenses, invoiced, statuses, ...sums }: Sums, type: ReportType) {
  const [receipts] = sums.receipts;
  const [customers] = sums.invoicedCustomers;
  const rows = {
    revenue: receipts?.count ?? 0,
    expenses: total(expenses),
    customers: customers?.rows ?? 0,
    invoices: invoiced.reduce((sum, { created }) => sum + created, 0),
  };
  return {
    itemCount: rows[type],
    paidInvoiceCount: receipts?.paidInvoices ?? 0,
    expenseCount: rows.expenses,
    totalCustomers: total(sums.customers),
    activeCustomers: customers?.count ?? 0,
    totalInvoices: total(statuses),
    createdInvoices: rows.invoices,
  };
}
