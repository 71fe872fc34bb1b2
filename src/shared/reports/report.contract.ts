import * as z from 'zod';
import { getCall } from '../contract/calls.ts';
import { boundedText, dateText, decimalText, nullableText } from '../contract/fields.ts';
import { INVOICE_STANDINGS, INVOICE_STATUSES } from '../invoices/invoice-status.ts';
import { pageLimit } from '../lists/list-query.ts';
import { accountReportCalls, checkPeriod, periodFields } from './account-report.contract.ts';

export const REPORT_TYPES = ['revenue', 'expenses', 'customers', 'invoices'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];
export const REPORT_LABELS: Record<ReportType, string> = {
  revenue: 'Revenue Report',
  expenses: 'Expenses Report',
  customers: 'Customer Report',
  invoices: 'Invoice Report',
};

/** Days of a range, today included, in the business's time zone. */
export const REPORT_RANGES = ['7', '30', '90', '365'] as const;
export type ReportRange = (typeof REPORT_RANGES)[number];
export const REPORT_RANGE_LABELS: Record<ReportRange, string> = {
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  '365': 'Last year',
};

/** Money that came for an invoice, by the day of its payment; what was given back is taken off. */
export const revenueItemSchema = z.object({
  /** The first invoice that it settles, and the numbers of all; null for what is a customer's credit. */
  invoiceId: z.number().nullable(),
  invoiceNumber: nullableText,
  customerName: z.string(),
  customerCompany: nullableText,
  date: dateText,
  amount: decimalText,
  currency: z.string(),
  status: z.enum(INVOICE_STATUSES).nullable(),
  standing: z.enum(INVOICE_STANDINGS).nullable(),
});
export const expenseItemSchema = z.object({
  expenseId: z.number(),
  date: dateText,
  category: z.string(),
  description: z.string(),
  vendor: nullableText,
  amount: decimalText,
  currency: z.string(),
});
/**
 * Invoices issued in the range to one customer in one currency (drafts left out), and what has come for
 * these. The business's currency comes first.
 */
export const customerItemSchema = z.object({
  customerId: z.number(),
  name: z.string(),
  email: nullableText,
  company: nullableText,
  totalInvoiced: decimalText,
  totalPaid: decimalText,
  currency: z.string(),
});
export const invoiceItemSchema = z.object({
  invoiceId: z.number(),
  invoiceNumber: z.string(),
  customerName: z.string(),
  customerCompany: nullableText,
  issueDate: dateText,
  dueDate: dateText,
  /** Net, tax and rounding together. */
  amount: decimalText,
  net: decimalText,
  tax: decimalText,
  /** By how much the total was rounded to what can be paid; 0 of most. */
  rounding: decimalText,
  currency: z.string(),
  status: z.enum(INVOICE_STATUSES),
  standing: z.enum(INVOICE_STANDINGS),
});
export type RevenueItem = z.output<typeof revenueItemSchema>;
export type ExpenseItem = z.output<typeof expenseItemSchema>;
export type CustomerItem = z.output<typeof customerItemSchema>;
export type InvoiceItem = z.output<typeof invoiceItemSchema>;

/** One bar of the chart, in one currency: first and last day, both inside the range. */
export const reportBucketSchema = z.object({
  from: dateText,
  to: dateText,
  /** Money that came. */
  revenue: decimalText,
  expenses: decimalText,
  /** Total of the invoices issued, drafts left out. */
  invoiced: decimalText,
});
export type ReportBucket = z.output<typeof reportBucketSchema>;

const profit = { totalRevenue: decimalText, totalExpenses: decimalText, netProfit: decimalText };

/** The figures of one currency. */
const currencyFigures = {
  currency: z.string(),
  ...profit,
  /** Expenses divided by the days of the range, rounded half away from zero. */
  averagePerDay: decimalText,
  /** Total of the invoices issued in the range, without drafts and with them. */
  invoicedTotal: decimalText,
  createdTotal: decimalText,
  buckets: z.array(reportBucketSchema),
};
export const reportFiguresSchema = z.object(currencyFigures);
export type ReportFigures = z.output<typeof reportFiguresSchema>;

const figures = {
  /** First and last day of the range. */
  from: dateText,
  to: dateText,
  days: z.number(),
  /** In the business's currency, and in each other in which there is something. */
  ...currencyFigures,
  otherCurrencies: z.array(reportFiguresSchema),
  /**
   * About what all currencies come to in the business's, by the rates of a day. Null where there is one
   * currency, or a rate is not known.
   */
  converted: z.object({ ...profit, rateDate: dateText }).nullable(),
  /** Rows of the whole report, however many of them this answer holds. */
  itemCount: z.number(),
  /** Invoices that are paid, with money that came in the range. */
  paidInvoiceCount: z.number(),
  expenseCount: z.number(),
  /** All customers, and those with an invoice issued in the range. */
  totalCustomers: z.number(),
  activeCustomers: z.number(),
  /** All invoices, and those issued in the range. */
  totalInvoices: z.number(),
  createdInvoices: z.number(),
  /** Where to read on, when `limit` has cut the items. */
  nextCursor: nullableText,
};

export const reportSchema = z.discriminatedUnion('reportType', [
  z.object({ reportType: z.literal('revenue'), ...figures, items: z.array(revenueItemSchema) }),
  z.object({ reportType: z.literal('expenses'), ...figures, items: z.array(expenseItemSchema) }),
  z.object({ reportType: z.literal('customers'), ...figures, items: z.array(customerItemSchema) }),
  z.object({ reportType: z.literal('invoices'), ...figures, items: z.array(invoiceItemSchema) }),
]);
export type Report = z.output<typeof reportSchema>;

const askedFields = {
  reportType: z
    .enum(REPORT_TYPES, {
      error: 'Report type must be revenue, expenses, customers or invoices',
    })
    .default('revenue'),
  dateRange: z.enum(REPORT_RANGES, { error: 'Date range must be 7, 30, 90 or 365' }).default('30'),
  /** Instead of that range. */
  ...periodFields,
};
export const reportFileQuery = z.object(askedFields).superRefine(checkPeriod);
export type ReportFileQuery = z.output<typeof reportFileQuery>;
export const reportQuery = z
  .object({
    ...askedFields,
    /** Without it, all the items. */
    limit: pageLimit().optional(),
    cursor: boundedText(300).optional(),
  })
  .superRefine(checkPeriod);
export type ReportQuery = z.output<typeof reportQuery>;

/** What one bar of a report's chart stands for. @param days of the whole range */
export function findBarUnit(days: number): 'day' | 'week' | 'month' {
  if (days <= 31) return 'day';
  return days <= 92 ? 'week' : 'month';
}

type FileRange = Pick<z.input<typeof reportFileQuery>, 'dateRange' | 'from' | 'to'>;

/** '{type}-report-{days}days.csv', or the two days in their place. */
export function reportFileName(type: ReportType, { dateRange, from, to }: FileRange): string {
  const days = [from && `from-${from}`, to && `to-${to}`].filter(Boolean).join('-');
  return `${type}-report-${days || `${dateRange}days`}.csv`;
}

export const reportContract = {
  ...accountReportCalls,
  get: getCall('/reports', 'Reports', reportQuery, reportSchema),
};
