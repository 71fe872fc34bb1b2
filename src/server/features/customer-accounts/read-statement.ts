import { sql } from 'drizzle-orm';
import type {
  Statement,
  StatementAccount,
  StatementEntry,
  StatementQuery,
} from '../../../shared/customers/customer-account.contract.ts';
import { MOST_STATEMENT_ENTRIES } from '../../../shared/customers/customer-account.contract.ts';
import type { Customer } from '../../../shared/customers/customer.contract.ts';
import type { CalendarDate, DateRange } from '../../../shared/dates/calendar-date.ts';
import { addDays, addMonths } from '../../../shared/dates/calendar-date.ts';
import { invalidField } from '../../../shared/errors/app-error.ts';
import type { Money } from '../../../shared/money/money.ts';
import { fromMinorUnits, minorUnits, money } from '../../../shared/money/money.ts';
import type { LedgerEntryType } from '../../../shared/payments/ledger-entry.ts';
import { formatList } from '../../../shared/text/format-list.ts';
import { selectTogether } from '../../db/select-together.ts';
import type { Services } from '../../platform/http/services.ts';
import { findCustomerGroup, matchesAny, readCustomer } from '../customers/index.ts';
import { readBusinessDay } from '../profile/index.ts';

/** As many invoices of a payment are named; how many more there are is told. */
const NAMED_INVOICES = 3;

interface EntryRow extends Money {
  id: number;
  date: CalendarDate;
  type: LedgerEntryType;
  invoiceId: number | null;
  paymentId: number | null;
  creditNoteId: number | null;
  number: string | null;
  /** Of the invoices that a payment settled on its day. */
  settled: string[] | null;
  reference: string | null;
}

/**
 * What happened to a customer's account in a period. It reads the entries of the ledger and nothing else
 * decides about its figures, so that what a day came to stays what it was.
 * @param most entries; more are refused
 * @throws AppError NOT_FOUND, VALIDATION (a period that ends before it begins, or has too many entries)
 */
export async function readStatement(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { id, ...period }: StatementQuery,
  most: number = MOST_STATEMENT_ENTRIES,
): Promise<Statement> {
  const now = clock.now();
  const [customer, group, today] = await Promise.all([
    readCustomer(db.orm, businessId, id, now),
    findCustomerGroup(db.orm, businessId, id),
    readBusinessDay(db.orm, businessId, now),
  ]);
  const range = statementRange(period, today);
  const whose = sql`e.business_id = ${businessId} and ${matchesAny(sql`e.customer_id`, group)}`;
  const { before, entries } = await selectTogether(db.orm, {
    before: sql<Money>`
      select e.currency, sum(e.amount)::text as amount from ledger_entries e
      where ${whose} and e.entry_date < ${range.from}::date
      group by e.currency having sum(e.amount) <> 0 order by e.currency`,
    entries: sql<EntryRow>`
      select e.id, e.entry_date as date, e.type, e.currency, e.amount::text as amount,
        e.invoice_id as "invoiceId", e.payment_id as "paymentId",
        e.credit_note_id as "creditNoteId",
        coalesce(n.credit_note_number, nullif(i.invoice_number, '')) as number, s.settled, y.reference
      from (
        select * from ledger_entries e
        where ${whose} and e.entry_date between ${range.from}::date and ${range.to}::date
        order by e.entry_date, e.id limit ${most + 1}
      ) e
      left join invoices i on i.business_id = ${businessId} and i.id = e.invoice_id
      left join payments y on y.business_id = ${businessId} and y.id = e.payment_id
      left join credit_notes n on n.business_id = ${businessId} and n.id = e.credit_note_id
      left join lateral (
        select array_agg(t.invoice_number order by t.due_date, t.id) as settled
        from (
          select a.invoice_id from allocations a
          where a.business_id = ${businessId} and a.payment_id = e.payment_id
            and a.entry_date <= e.entry_date
          group by a.invoice_id having sum(a.amount) > 0
        ) a
        join invoices t on t.business_id = ${businessId} and t.id = a.invoice_id
      ) s on e.type = 'received'
      order by e.entry_date, e.id`,
  });
  if (entries.length > most) {
    const count = most.toLocaleString('en-US');
    throw invalidField('from', `The period has more than ${count} entries. Choose a shorter one.`);
  }
  const { id: customerId, name, company } = customer;
  return {
    customer: { id: customerId, name, company },
    ...range,
    accounts: statementAccounts(customer, before, entries),
  };
}

/** A year up to today unless told. @throws AppError VALIDATION */
export function statementRange(
  { from, to }: Pick<StatementQuery, 'from' | 'to'>,
  today: CalendarDate,
): DateRange {
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? addDays(addMonths(last, -12), 1);
  if (first > last) throw invalidField('to', 'To must not be before From');
  return { from: first, to: last };
}

function statementAccounts(
  { balance }: Customer,
  before: readonly Money[],
  entries: readonly EntryRow[],
): [StatementAccount, ...StatementAccount[]] {
  const byCurrency = new Map<string, EntryRow[]>();
  for (const entry of entries) {
    const known = byCurrency.get(entry.currency);
    if (known) known.push(entry);
    else byCurrency.set(entry.currency, [entry]);
  }
  const account = (currency: string) =>
    statementAccount(
      before.find((sum) => sum.currency === currency) ?? money('0', currency),
      byCurrency.get(currency) ?? [],
    );
  const currencies = new Set([...before.map((sum) => sum.currency), ...byCurrency.keys()]);
  currencies.delete(balance.currency);
  return [account(balance.currency), ...[...currencies].sort().map(account)];
}

function statementAccount(opening: Money, rows: readonly EntryRow[]): StatementAccount {
  const { currency } = opening;
  const amount = (units: bigint) => fromMinorUnits(units, currency).amount;
  const first = minorUnits(opening);
  let [left, debits, credits] = [first, 0n, 0n];
  const entries = rows.map(({ currency: _, amount: change, settled, ...row }): StatementEntry => {
    const units = minorUnits(money(change, currency));
    left += units;
    if (units > 0n) debits += units;
    else credits -= units;
    return {
      ...row,
      number: settled ? formatList(settled, NAMED_INVOICES) : row.number,
      debit: units > 0n ? amount(units) : null,
      credit: units > 0n ? null : amount(-units),
      balance: amount(left),
    };
  });
  return {
    currency,
    openingBalance: amount(first),
    debits: amount(debits),
    credits: amount(credits),
    closingBalance: amount(left),
    entries,
  };
}
