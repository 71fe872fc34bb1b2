import * as z from 'zod';
import { countryName } from '../../../shared/countries/countries.ts';
import { AGE_LABELS, AGES } from '../../../shared/customers/ageing.ts';
import { invalidField } from '../../../shared/errors/app-error.ts';
import { formatRate } from '../../../shared/money/decimal.ts';
import { LEDGER_ENTRY_LABELS } from '../../../shared/payments/ledger-entry.ts';
import type { AccountFile, EntryItem } from '../../../shared/reports/account-report.contract.ts';
import {
  entriesQuery,
  lostAmount,
  periodQuery,
  receivablesQuery,
  revenueFileQuery,
  taxesQuery,
} from '../../../shared/reports/account-report.contract.ts';
import type { ReconciliationLine } from '../../../shared/reports/reconciliation-lines.ts';
import { LINE_LABELS, REVENUE_LINES } from '../../../shared/reports/reconciliation-lines.ts';
import { BYTE_ORDER_MARK, csvLine, dateCell, textCell } from '../../platform/http/csv.ts';
import type { Services } from '../../platform/http/services.ts';
import type { EntriesPage } from './account-entries.ts';
import { readEntries } from './account-entries.ts';
import { readAsOfDay, resolvePeriod } from './account-period.ts';
import { readBusiness } from './read-report.ts';
import { readReceivables } from './receivables-by-age.ts';
import { readReconciliation } from './reconciliation.ts';
import { readRevenue } from './revenue-by-period.ts';
import { readTaxes } from './tax-report.ts';

const PAGE = 1_000;

type FileServices = Pick<Services, 'db' | 'clock'>;
interface CsvFile {
  name: string;
  lines: AsyncGenerator<string>;
}
type ReadFile = (services: FileServices, businessId: string) => Promise<CsvFile>;

/** What a query asks for, and how it is read. @throws AppError VALIDATION that names the parameter */
const defineCsvFile =
  <Schema extends z.ZodType>(
    schema: Schema,
    read: (
      query: z.output<Schema>,
      services: FileServices,
      business: { id: string; today: string; currency: string; country: string | null },
    ) => Promise<CsvFile> | CsvFile,
  ) =>
  (query: unknown): ReadFile => {
    const parsed = schema.safeParse(query);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw invalidField(
        String(issue?.path[0] ?? ''),
        issue?.message ?? 'The request is not valid',
      );
    }
    return async (services, id) =>
      read(parsed.data, services, { id, ...(await readBusiness(services, id)) });
  };

async function* whole(heads: string[], rows: string[][]): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + [heads, ...rows].map(csvLine).join('');
}

const labels = (lines: readonly ReconciliationLine[]) => lines.map((line) => LINE_LABELS[line]);
const amounts = (lines: readonly { amount: string }[]) => lines.map(({ amount }) => amount);

/** The file of each report, with all of its rows. */
export const ACCOUNT_CSV: Record<AccountFile, (query: unknown) => ReadFile> = {
  receivables: defineCsvFile(receivablesQuery, async (query, { db }, { id, today, currency }) => {
    const asOf = readAsOfDay(query, today);
    const { customers } = await readReceivables(db.orm, id, { asOf, today, currency });
    const heads = ['Customer', 'Company', ...AGES.map((age) => AGE_LABELS[age])];
    const rows = customers.map((row) => [
      textCell(row.name),
      textCell(row.company),
      ...AGES.map((age) => row[age]),
      row.open,
      row.credit,
      row.balance,
      row.currency,
    ]);
    const lines = whole([...heads, 'Open', 'Credit', 'Balance', 'Currency'], rows);
    return { name: `receivables-${asOf}.csv`, lines };
  }),
  revenue: defineCsvFile(revenueFileQuery, async (query, { db }, { id, today, currency: own }) => {
    const { basis, by, rows } = query;
    const range = resolvePeriod(query, today);
    const report = await readRevenue(db.orm, id, { range, basis, by, currency: own });
    const figures = ['With tax', ...(basis === 'accrual' ? ['Tax', 'Net'] : []), 'Currency'];
    const heads = [...labels(REVENUE_LINES[basis]), ...figures];
    const cells = (
      {
        lines,
        gross,
        tax,
        net,
      }: Omit<(typeof report)['currencies'][number], 'periods' | 'currency'>,
      currency: string,
    ) => [...amounts(lines), gross, ...(tax === null || net === null ? [] : [tax, net]), currency];
    const name = `revenue-by-${rows === 'customers' ? 'customer' : by}-${basis}-${range.from}-${range.to}.csv`;
    if (rows === 'customers') {
      const body = report.customers.map((row) => [
        textCell(row.name),
        textCell(row.company),
        ...cells(row, row.currency),
      ]);
      return { name, lines: whole(['Customer', 'Company', ...heads], body) };
    }
    const body = report.currencies.flatMap(({ currency, periods }) =>
      periods.map((row) => [dateCell(row.from), dateCell(row.to), ...cells(row, currency)]),
    );
    return { name, lines: whole(['From', 'To', ...heads], body) };
  }),
  taxes: defineCsvFile(taxesQuery, async (query, { db }, { id, today, ...own }) => {
    const range = resolvePeriod(query, today);
    const ask = { range, basis: query.basis, ...own };
    const { currencies } = await readTaxes(db.orm, id, ask);
    const rows = currencies.flatMap(({ currency, rows: taxes }) =>
      taxes.map(({ name, rate, category, country, base, amount }) => [
        textCell(name || 'No tax'),
        formatRate(rate),
        category ?? '',
        country ? countryName(country) : '',
        base,
        amount,
        currency,
      ]),
    );
    const heads = ['Tax', 'Rate %', 'Category', 'Country', 'Base', 'Tax amount', 'Currency'];
    const name = `taxes-${query.basis}-${range.from}-${range.to}.csv`;
    return { name, lines: whole(heads, rows) };
  }),
  reconciliation: defineCsvFile(
    periodQuery,
    async (query, { db }, { id, today, currency: own }) => {
      const range = resolvePeriod(query, today);
      const { currencies } = await readReconciliation(db.orm, id, { range, today, currency: own });
      const rows = currencies.flatMap(({ currency, opening, lines, closing }) => [
        ['Opening balance', opening, currency],
        ...lines.map(({ line, amount }) => [LINE_LABELS[line], amount, currency]),
        ['Closing balance', closing, currency],
      ]);
      const name = `reconciliation-${range.from}-${range.to}.csv`;
      return { name, lines: whole(['Line', 'Amount', 'Currency'], rows) };
    },
  ),
  'write-offs': defineCsvFile(periodQuery, (query, services, { id, today }) => {
    const range = resolvePeriod(query, today);
    const lines = entryLines(services, id, { range, line: 'losses' }, lostAmount);
    return { name: `write-offs-and-refunds-${range.from}-${range.to}.csv`, lines };
  }),
  entries: defineCsvFile(entriesQuery, (query, services, { id, today }) => {
    const range = resolvePeriod(query, today);
    const { line, currency } = query;
    const lines = entryLines(services, id, { range, line, currency }, ({ amount }) => amount);
    return { name: `entries-${line ?? 'all'}-${range.from}-${range.to}.csv`, lines };
  }),
};

/** Read page by page while they are sent. */
async function* entryLines(
  { db }: FileServices,
  businessId: string,
  page: Omit<EntriesPage, 'after' | 'limit'>,
  amountOf: (entry: EntryItem) => string,
): AsyncGenerator<string> {
  const heads = [
    'Date',
    'Entry',
    'Customer',
    'Company',
    'Document',
    'Reason',
    'Amount',
    'Currency',
  ];
  let head = BYTE_ORDER_MARK + csvLine(heads);
  let after: EntriesPage['after'];
  for (;;) {
    const entries = await readEntries(db.orm, businessId, { ...page, after, limit: PAGE });
    const rows = entries.map((entry) => [
      dateCell(entry.date),
      LEDGER_ENTRY_LABELS[entry.type],
      textCell(entry.name),
      textCell(entry.company),
      textCell(entry.creditNoteNumber ?? entry.invoiceNumber),
      textCell(entry.reason),
      amountOf(entry),
      entry.currency,
    ]);
    yield head + rows.map(csvLine).join('');
    const last = entries.at(-1);
    if (entries.length < PAGE || !last) return;
    head = '';
    after = { key: last.date, id: last.id };
  }
}
