import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { CalendarDate, DateRange } from '../../../shared/dates/calendar-date.ts';
import { withDecimals } from '../../../shared/money/money.ts';
import type { EntriesQuery, EntryItem } from '../../../shared/reports/account-report.contract.ts';
import type { ReconciliationLine } from '../../../shared/reports/reconciliation-lines.ts';
import {
  LINE_OF_TYPE,
  LOSS_LINES,
  typesOfLines,
} from '../../../shared/reports/reconciliation-lines.ts';
import type { Queryable } from '../../db/database.ts';
import type { Cursor } from '../../platform/lists/cursor.ts';
import { joinCustomer } from '../customers/index.ts';
import { toSqlList } from './account-sums.ts';

export interface EntriesPage extends Pick<EntriesQuery, 'line' | 'currency'> {
  range: DateRange;
  after?: Cursor | undefined;
  limit: number;
}

/** Why a payment by hand no longer counts. */
const REVERSALS: SQL = sql`
  case y.reversal when 'undone' then 'The payment was undone'
    when 'status' then 'The invoice was set back' when 'deletion' then 'The invoice was deleted' end`;

/** What stands in customers' accounts, newest first: of all, or of some lines. */
export async function readEntries(
  db: Queryable,
  businessId: string,
  { range, line, currency, after, limit }: EntriesPage,
): Promise<EntryItem[]> {
  const lines: readonly ReconciliationLine[] | undefined =
    line === 'losses' ? LOSS_LINES : line && [line];
  const { rows } = await db.execute<
    Omit<EntryItem, 'line'> & { id: string | number } & Record<string, unknown>
  >(sql`
    select e.id::int8 as id, e.entry_date::text as date, e.type, c.id as "customerId",
      c.name, c.company, i.id as "invoiceId", i.invoice_number as "invoiceNumber",
      n.id as "creditNoteId", n.credit_note_number as "creditNoteNumber", e.currency, e.amount::text,
      coalesce(e.reason, case e.type when 'reversed' then ${REVERSALS} when 'credited' then n.reason end) as reason
    from (
      select * from ledger_entries
      where business_id = ${businessId}
        and entry_date between ${range.from}::date and ${range.to}::date
        ${lines ? sql`and type in (${toSqlList(typesOfLines(lines))})` : sql``}
        ${currency ? sql`and currency = ${currency}` : sql``}
        ${after ? placedAfter(after) : sql``}
      order by entry_date desc, id desc limit ${limit}
    ) e
    ${joinCustomer(businessId, sql`e.customer_id`)}
    left join payments y on y.business_id = ${businessId} and y.id = e.payment_id
    left join invoices i on i.business_id = ${businessId} and i.id = e.invoice_id
    left join credit_notes n on n.business_id = ${businessId} and n.id = e.credit_note_id
    order by e.entry_date desc, e.id desc`);
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    customerId: Number(row.customerId),
    invoiceId: row.invoiceId === null ? null : Number(row.invoiceId),
    creditNoteId: row.creditNoteId === null ? null : Number(row.creditNoteId),
    line: LINE_OF_TYPE[row.type],
    amount: withDecimals(row.amount, row.currency),
  }));
}

const placedAfter = ({ key, id }: { key: CalendarDate; id: number }): SQL =>
  sql`and (entry_date, id) < (${key}::date, ${id}::bigint)`;
