/** Sums over the entries of customers' accounts, as selects that reports put together into one statement. */
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { CalendarDate, DateRange } from '../../../shared/dates/calendar-date.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { fromMinorUnits, minorUnits, money, sumMoneyIn } from '../../../shared/money/money.ts';
import type { LedgerEntryType } from '../../../shared/payments/ledger-entry.ts';
import type { ReconciliationLine } from '../../../shared/reports/reconciliation-lines.ts';
import { LINE_OF_TYPE } from '../../../shared/reports/reconciliation-lines.ts';

export interface MonthOfType extends Money {
  type: LedgerEntryType;
  /** Its first day. */
  month: CalendarDate;
}

/** Names as an SQL list. They are ours and never a caller's. */
export const toSqlList = (names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  );

/** By month, type and currency: of the types that are named, or all. */
export function entriesByMonth(
  businessId: string,
  { from, to }: DateRange,
  types?: readonly LedgerEntryType[],
): SQL<MonthOfType> {
  return sql<MonthOfType>`
    select type, currency, month, sum(amount)::text as amount from (
      select type, currency, date_trunc('month', entry_date)::date as month, sum(amount) as amount
      from ledger_entries
      where business_id = ${businessId} and entry_date between ${from}::date and ${to}::date
        ${types ? sql`and type in (${toSqlList(types)})` : sql``}
      group by type, currency, entry_date
    ) as days group by type, currency, month`;
}

/** What customers owe, less their credit: up to a day, or by what is dated later. */
export function accountBalances(
  businessId: string,
  day: CalendarDate,
  side: 'before' | 'after',
): SQL<Money> {
  const dated = side === 'before' ? sql`entry_date < ${day}::date` : sql`entry_date > ${day}::date`;
  return sql<Money>`
    select currency, sum(amount)::text as amount from ledger_entries
    where business_id = ${businessId} and ${dated} group by currency`;
}

/** The business's own first, the others by code. */
export function collectCurrencies(
  own: string,
  ...lists: (readonly { currency: string }[])[]
): string[] {
  const named = new Set(lists.flat().map(({ currency }) => currency));
  const others = [...named].filter((currency) => currency !== own).sort();
  return named.has(own) ? [own, ...others] : others;
}

/** The sum of a currency's rows. */
export const sumIn = (currency: string, rows: readonly Money[]): Decimal =>
  sumMoneyIn(
    currency,
    rows.filter((row) => row.currency === currency),
  ).amount;

export const negateAmount = (amount: Decimal, currency: string): Decimal =>
  fromMinorUnits(-minorUnits(money(amount, currency)), currency).amount;

export const onLine =
  (line: ReconciliationLine) =>
  ({ type }: { type: LedgerEntryType }): boolean =>
    LINE_OF_TYPE[type] === line;

/** What is in the months of a range. */
export const within =
  ({ from, to }: DateRange) =>
  ({ month }: { month: CalendarDate }): boolean =>
    month >= `${from.slice(0, 7)}-01` && month <= to;
