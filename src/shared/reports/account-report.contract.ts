/** Reports on customers' accounts: sums over the entries of the ledger. */
import { oc } from '@orpc/contract';
import * as z from 'zod';
import {
  boundedText,
  currencyField,
  dateField,
  dateText,
  decimalText,
  nullableText,
} from '../contract/fields.ts';
import { ageAmounts } from '../customers/age-amounts.ts';
import { addMonths } from '../dates/calendar-date.ts';
import { MAX_PAGE, pageLimit } from '../lists/list-query.ts';
import type { Decimal } from '../money/decimal.ts';
import { money, negateMoney } from '../money/money.ts';
import { LEDGER_ENTRY_TYPES } from '../payments/ledger-entry.ts';
import { TAX_CATEGORIES } from '../taxes/tax.ts';
import { ACCOUNT_REPORTS } from './account-reports.ts';
import { LOSS_LINES, RECONCILIATION_LINES } from './reconciliation-lines.ts';

/** Each as a file, and the entries that one of their lines is made of. */
export const ACCOUNT_FILES = [...ACCOUNT_REPORTS, 'entries'] as const;
export type AccountFile = (typeof ACCOUNT_FILES)[number];

/** Customers that an answer holds; a file holds all. */
export const MOST_CUSTOMERS = 100;
/** Of one report. */
export const MOST_YEARS = 10;

export const periodFields = {
  from: dateField('From').optional(),
  to: dateField('To').optional(),
};
interface Period {
  from?: string | undefined;
  to?: string | undefined;
}
/** Refused where both are told; one that is not told is chosen so that it fits. */
export function checkPeriod({ from, to }: Period, context: z.RefinementCtx): void {
  if (from === undefined || to === undefined) return;
  const fault = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (from > to) fault('from', 'From must not be after To');
  else if (to >= addMonths(from, 12 * MOST_YEARS)) {
    fault('to', `To must be less than ${MOST_YEARS} years after From`);
  }
}

export const REVENUE_STEPS = ['month', 'quarter', 'year'] as const;
export type RevenueStep = (typeof REVENUE_STEPS)[number];
export const BASES = ['accrual', 'cash'] as const;
export type Basis = (typeof BASES)[number];
const basis = z.enum(BASES, { error: 'Basis must be accrual or cash' }).default('accrual');
const line = z.enum(RECONCILIATION_LINES);

export const receivablesQuery = z.object({ asOf: dateField('As of').optional() });
const revenueFields = {
  basis,
  by: z.enum(REVENUE_STEPS, { error: 'By must be month, quarter or year' }).default('month'),
  ...periodFields,
};
export const revenueQuery = z.object(revenueFields).superRefine(checkPeriod);
export const revenueFileQuery = z
  .object({
    ...revenueFields,
    rows: z
      .enum(['periods', 'customers'], { error: 'Rows must be periods or customers' })
      .default('periods'),
  })
  .superRefine(checkPeriod);
export const taxesQuery = z.object({ basis, ...periodFields }).superRefine(checkPeriod);
export const periodQuery = z.object(periodFields).superRefine(checkPeriod);
/** 'losses' are those of the report on write-offs and refunds. */
export const entriesQuery = z
  .object({
    ...periodFields,
    line: z
      .enum([...RECONCILIATION_LINES, 'losses'], {
        error: `Line must be losses or one of ${RECONCILIATION_LINES.join(', ')}`,
      })
      .optional(),
    currency: currencyField('Currency').optional(),
    limit: pageLimit().default(MAX_PAGE),
    cursor: boundedText(300).optional(),
  })
  .superRefine(checkPeriod);
export type PeriodQuery = z.output<typeof periodQuery>;
export type EntriesQuery = z.output<typeof entriesQuery>;

const customer = {
  customerId: z.number(),
  name: z.string(),
  company: nullableText,
};
const range = { from: dateText, to: dateText };

/** What is open on invoices, by the days since it was due. */
const ages = {
  ...ageAmounts,
  open: decimalText,
  /** Paid or credited beyond what invoices take, and what that leaves: the balance of the accounts. */
  credit: decimalText,
  balance: decimalText,
};
export const agedSchema = z.object({ currency: z.string(), ...ages });
export const agedCustomerSchema = z.object({ ...customer, currency: z.string(), ...ages });
export const receivablesSchema = z.object({
  asOf: dateText,
  today: dateText,
  /** The business's currency first. */
  currencies: z.array(agedSchema),
  /** Who owes most comes first, currency by currency. */
  customers: z.array(agedCustomerSchema),
  customerCount: z.number(),
});

const lineAmount = z.object({ line, amount: decimalText });
const revenue = {
  /** Issued, changed and credited, or received, given back and undone; below zero where they lower revenue. */
  lines: z.array(lineAmount),
  /** Their sum: with tax. */
  gross: decimalText,
  /** By invoice; by payment the tax report says what of it is tax. */
  tax: nullableText,
  net: nullableText,
};
export const revenuePeriodSchema = z.object({ ...range, ...revenue });
export const revenueCustomerSchema = z.object({ ...customer, currency: z.string(), ...revenue });
export const revenueReportSchema = z.object({
  ...range,
  basis: z.enum(BASES),
  by: z.enum(REVENUE_STEPS),
  currencies: z.array(
    z.object({ currency: z.string(), ...revenue, periods: z.array(revenuePeriodSchema) }),
  ),
  /** Whose revenue is greatest comes first, currency by currency. */
  customers: z.array(revenueCustomerSchema),
  customerCount: z.number(),
});

/** A tax of the documents of a period. No name and no category: documents without any tax. */
export const taxRowSchema = z.object({
  name: z.string(),
  rate: decimalText,
  category: z.enum(TAX_CATEGORIES).nullable(),
  /** Whose tax it is, by its ISO 3166-1 code; null: of the business's country, which its profile lacks. */
  country: nullableText,
  base: decimalText,
  amount: decimalText,
});
export const taxReportSchema = z.object({
  ...range,
  basis: z.enum(BASES),
  /** The business's. */
  country: nullableText,
  /** By the currency that tax is owed in: the business's, where documents have an exchange rate. */
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** By country, the business's first. */
      rows: z.array(taxRowSchema),
      /** What each country's rows come to, in their order: the figure for a return. */
      countries: z.array(z.object({ country: nullableText, amount: decimalText })),
      /** Of all countries together. */
      amount: decimalText,
    }),
  ),
});

const losses = Object.fromEntries(LOSS_LINES.map((name) => [name, decimalText])) as Record<
  (typeof LOSS_LINES)[number],
  typeof decimalText
>;
export const lossesSchema = z.object({
  ...range,
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** Above zero: what was lost. */
      ...losses,
      months: z.array(z.object({ ...range, ...losses })),
    }),
  ),
});

export const reconciliationSchema = z.object({
  ...range,
  currencies: z.array(
    z.object({
      currency: z.string(),
      opening: decimalText,
      lines: z.array(lineAmount),
      closing: decimalText,
      months: z.array(z.object({ ...range, closing: decimalText })),
      /**
       * Where the period ends today: what the balances of invoices, payments and credit notes say. Open
       * invoices less credit are the closing balance and what is dated later.
       */
      today: z
        .object({ openInvoices: decimalText, credit: decimalText, datedLater: decimalText })
        .nullable(),
    }),
  ),
});

export const entryItemSchema = z.object({
  id: z.number(),
  date: dateText,
  type: z.enum(LEDGER_ENTRY_TYPES),
  line,
  ...customer,
  invoiceId: z.number().nullable(),
  invoiceNumber: nullableText,
  creditNoteId: z.number().nullable(),
  creditNoteNumber: nullableText,
  currency: z.string(),
  /** Above zero where more is owed by it. */
  amount: decimalText,
  reason: nullableText,
});
export const entriesSchema = z.object({
  ...range,
  entries: z.array(entryItemSchema),
  nextCursor: nullableText,
});

export type Receivables = z.output<typeof receivablesSchema>;
export type Aged = z.output<typeof agedSchema>;
export type AgedCustomer = z.output<typeof agedCustomerSchema>;
export type RevenueReport = z.output<typeof revenueReportSchema>;
export type RevenueCustomer = z.output<typeof revenueCustomerSchema>;
export type TaxReport = z.output<typeof taxReportSchema>;
export type TaxRow = z.output<typeof taxRowSchema>;
export type Losses = z.output<typeof lossesSchema>;
export type Reconciliation = z.output<typeof reconciliationSchema>;
export type EntryItem = z.output<typeof entryItemSchema>;
export type Entries = z.output<typeof entriesSchema>;

/** What an entry of the report on write-offs and refunds lost: above zero, unless it was taken back. */
export function lostAmount({ line, amount, currency }: EntryItem): Decimal {
  const isOwedAgain = line === 'refunded' || line === 'reversed';
  return isOwedAgain ? amount : negateMoney(money(amount, currency)).amount;
}

const get = (path: `/${string}`) => oc.route({ method: 'GET', path, tags: ['Reports'] });

export const accountReportCalls = {
  receivables: get('/reports/receivables').input(receivablesQuery).output(receivablesSchema),
  revenue: get('/reports/revenue').input(revenueQuery).output(revenueReportSchema),
  taxes: get('/reports/taxes').input(taxesQuery).output(taxReportSchema),
  writeOffs: get('/reports/write-offs').input(periodQuery).output(lossesSchema),
  reconciliation: get('/reports/reconciliation').input(periodQuery).output(reconciliationSchema),
  entries: get('/reports/entries').input(entriesQuery).output(entriesSchema),
};
