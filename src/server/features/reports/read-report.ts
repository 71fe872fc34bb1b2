import type { CalendarDate, DateRange } from '../../../shared/dates/calendar-date.ts';
import { dateInZone } from '../../../shared/dates/calendar-date.ts';
import {
  divideRounded,
  hundredths,
  sumDecimals,
  toDecimal,
} from '../../../shared/money/hundredths.ts';
import { sumOfDays } from '../../../shared/reports/day-sums.ts';
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
import { pageOf } from '../../platform/lists/cursor.ts';
import { countLiveCustomers } from '../customers/index.ts';
import { spentByDay } from '../expenses/index.ts';
import { countInvoicedCustomers, invoicedByDay, statusSums } from '../invoices/index.ts';
import { selectReceipts } from '../ledger/index.ts';
import { findProfile } from '../profile/index.ts';
import type { ItemPage, Placed } from './report-items.store.ts';
import {
  customerItems,
  expenseItems,
  invoiceItems,
  placeIn,
  placeOf,
  revenueItems,
} from './report-items.store.ts';
import { bucketsOf, reportRange } from './report-range.ts';

/** Today where the business is. */
export async function businessDay(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
): Promise<CalendarDate> {
  const profile = await findProfile(db.orm, businessId);
  return dateInZone(clock.now(), profile?.timeZone ?? 'UTC');
}

/**
 * A report: figures of the whole range, and its rows, all of them or a page. Figures and rows come
 * from one statement, so they agree whatever is written meanwhile.
 * @throws AppError BAD_REQUEST for a cursor that is none
 */
export async function readReport(
  services: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { reportType, dateRange, limit, cursor }: ReportQuery,
): Promise<Report> {
  const after = cursor === undefined ? undefined : placeIn(reportType, cursor);
  const range = reportRange(await businessDay(services, businessId), dateRange);
  const now = services.clock.now();
  const page = { now, after, limit: limit === undefined ? undefined : limit + 1 };
  const { items, ...sums } = await selectTogether(services.db.orm, {
    items: ROWS[reportType](businessId, range, page),
    ...figureParts(businessId, range, now),
  });
  const { rows, next } = pageOf<Placed<AnyItem>>(items, limit, (row) => placeOf(reportType, row));
  return {
    reportType,
    ...figuresOf(sums, reportType, range, Number(dateRange)),
    nextCursor: next ?? null,
    items: rows.map(withoutPlace),
    // One type's rows with that type's name: the compiler cannot follow them through the table.
  } as Report;
}

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
): Promise<Placed<AnyItem>[]> {
  const { items } = await selectTogether(db, { items: ROWS[type](businessId, range, page) });
  return items;
}

function withoutPlace({ key: _key, rowId: _rowId, ...item }: Placed<AnyItem>): AnyItem {
  return item;
}

const figureParts = (businessId: string, range: DateRange, now: Date) => ({
  receipts: selectReceipts(businessId, range),
  expenses: spentByDay(businessId, range),
  invoiced: invoicedByDay(businessId, range),
  invoicedCustomers: countInvoicedCustomers(businessId, range),
  customers: countLiveCustomers(businessId),
  statuses: statusSums(businessId, now),
});

type Sums = Omit<
  Awaited<ReturnType<typeof selectTogether<ReturnType<typeof figureParts>>>>,
  'items'
>;

const total = (counts: readonly { count: number }[]) =>
  counts.reduce((sum, { count }) => sum + count, 0);

function figuresOf(sums: Sums, type: ReportType, range: DateRange, days: number) {
  const { expenses, invoiced, statuses } = sums;
  const [receipts = { days: [], count: 0, paidInvoices: 0 }] = sums.receipts;
  const totalRevenue = sumOfDays(receipts.days, range);
  const totalExpenses = sumOfDays(expenses, range);
  const counts = {
    revenue: receipts.count,
    expenses: total(expenses),
    customers: total(sums.invoicedCustomers),
    invoices: invoiced.reduce((sum, { created }) => sum + created, 0),
  };
  return {
    ...range,
    days,
    totalRevenue,
    totalExpenses,
    netProfit: toDecimal(hundredths(totalRevenue) - hundredths(totalExpenses)),
    itemCount: counts[type],
    paidInvoiceCount: receipts.paidInvoices,
    expenseCount: counts.expenses,
    averagePerDay: toDecimal(divideRounded(hundredths(totalExpenses), BigInt(days))),
    totalCustomers: total(sums.customers),
    activeCustomers: counts.customers,
    totalInvoices: total(statuses),
    createdInvoices: counts.invoices,
    createdTotal: sumDecimals(invoiced.map(({ createdTotal }) => createdTotal)),
    buckets: bucketsOf(range).map((bucket) => ({
      ...bucket,
      revenue: sumOfDays(receipts.days, bucket),
      expenses: sumOfDays(expenses, bucket),
      invoiced: sumOfDays(invoiced, bucket),
    })),
  };
}
