import { invalidField } from '../../../shared/errors/app-error.ts';
import { INVOICE_STANDING_LABELS } from '../../../shared/invoices/invoice-status.ts';
import type {
  CustomerItem,
  ExpenseItem,
  InvoiceItem,
  ReportFileQuery,
  RevenueItem,
} from '../../../shared/reports/report.contract.ts';
import { reportFileQuery } from '../../../shared/reports/report.contract.ts';
import { BYTE_ORDER_MARK, csvLine, dateCell, textCell } from '../../platform/http/csv.ts';
import type { Services } from '../../platform/http/services.ts';
import type { AnyItem } from './read-report.ts';
import { presentItem, readBusiness, readItems } from './read-report.ts';
import { reportRange } from './report-range.ts';

const PAGE = 1_000;
/**
 * Columns of a type: their heads, and the cells of one row. Amounts are plain numbers. The currency
 * follows them in every type, and what was added later follows that: columns keep their places.
 */
interface Columns<Item> {
  heads: string[];
  cells: (item: Item) => string[];
  added?: Omit<Columns<Item>, 'added'>;
}

const COLUMNS: {
  revenue: Columns<RevenueItem>;
  expenses: Columns<ExpenseItem>;
  customers: Columns<CustomerItem>;
  invoices: Columns<InvoiceItem>;
} = {
  revenue: {
    heads: ['Date', 'Invoice', 'Customer', 'Company', 'Status', 'Amount'],
    cells: (item) => [
      dateCell(item.date),
      textCell(item.invoiceNumber),
      textCell(item.customerName),
      textCell(item.customerCompany),
      item.standing === null ? 'Credit' : INVOICE_STANDING_LABELS[item.standing],
      item.amount,
    ],
  },
  expenses: {
    heads: ['Date', 'Category', 'Description', 'Vendor', 'Amount'],
    cells: (item) => [
      dateCell(item.date),
      textCell(item.category),
      textCell(item.description),
      textCell(item.vendor),
      item.amount,
    ],
  },
  customers: {
    heads: ['Customer', 'Company', 'Email', 'Total Invoiced', 'Total Paid'],
    cells: (item) => [
      textCell(item.name),
      textCell(item.company),
      textCell(item.email),
      item.totalInvoiced,
      item.totalPaid,
    ],
  },
  invoices: {
    heads: ['Invoice', 'Customer', 'Company', 'Issue Date', 'Due Date', 'Status', 'Amount'],
    cells: (item) => [
      textCell(item.invoiceNumber),
      textCell(item.customerName),
      textCell(item.customerCompany),
      dateCell(item.issueDate),
      dateCell(item.dueDate),
      INVOICE_STANDING_LABELS[item.standing],
      item.amount,
    ],
    added: {
      heads: ['Net', 'Tax', 'Rounding'],
      cells: ({ net, tax, rounding }) => [net, tax, rounding],
    },
  },
};

/** @throws AppError VALIDATION that names the parameter */
export function parseExportQuery(query: unknown): ReportFileQuery {
  const parsed = reportFileQuery.safeParse(query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidField(String(issue?.path[0] ?? ''), issue?.message ?? 'The request is not valid');
}

/**
 * A report's rows as the lines of a file, read page by page while they are sent: memory stays flat,
 * and no transaction is held open for a slow reader.
 */
export async function* reportLines(
  services: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { reportType: type, ...asked }: ReportFileQuery,
): AsyncGenerator<string> {
  const now = services.clock.now();
  const { today, currency } = await readBusiness(services, businessId);
  const range = reportRange(today, asked);
  const columns = COLUMNS[type] as Columns<AnyItem>;
  const { added = { heads: [], cells: () => [] } } = columns;
  const cells = (item: AnyItem) => [...columns.cells(item), item.currency, ...added.cells(item)];
  let head = BYTE_ORDER_MARK + csvLine([...columns.heads, 'Currency', ...added.heads]);
  let after: { key: string; id: number } | undefined;
  for (;;) {
    const rows = await readItems(services.db.orm, businessId, type, range, {
      now,
      currency,
      after,
      limit: PAGE,
    });
    yield head + rows.map((row) => csvLine(cells(presentItem(row)))).join('');
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return;
    head = '';
    after = { key: last.key, id: last.rowId };
  }
}
