import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { CalendarDate, DateRange } from '../../../shared/dates/calendar-date.ts';
import type { Money } from '../../../shared/money/money.ts';
import { money, subtractMoney, sumMoneyIn } from '../../../shared/money/money.ts';
import type { Losses, Reconciliation } from '../../../shared/reports/account-report.contract.ts';
import type { LossLine } from '../../../shared/reports/reconciliation-lines.ts';
import {
  LOSS_LINES,
  RECONCILIATION_LINES,
  typesOfLines,
} from '../../../shared/reports/reconciliation-lines.ts';
import type { Queryable } from '../../db/database.ts';
import { selectTogether } from '../../db/select-together.ts';
import { settledOnDrafts, unappliedCredit, unappliedCreditNotes } from '../ledger/index.ts';
import { splitIntoSteps } from './account-period.ts';
import type { MonthOfType } from './account-sums.ts';
import {
  accountBalances,
  collectCurrencies,
  entriesByMonth,
  negateAmount,
  onLine,
  sumIn,
  within,
} from './account-sums.ts';

interface Ask {
  range: DateRange;
  today: CalendarDate;
  /** The business's. */
  currency: string;
}

/**
 * From what customers owed when a period began to what they owe at its end. Every entry of the period
 * stands in one line, so it is exact by itself; beside it stands, for today, what the balances of
 * invoices and payments say.
 */
export async function readReconciliation(
  db: Queryable,
  businessId: string,
  { range, today, currency: own }: Ask,
): Promise<Reconciliation> {
  const { opening, months, later, open, credit } = await selectTogether(db, {
    opening: accountBalances(businessId, range.from, 'before'),
    months: entriesByMonth(businessId, range),
    later: accountBalances(businessId, range.to, 'after'),
    open: openNow(businessId),
    credit: sql<Money>`${unappliedCredit(businessId)} union all
      ${unappliedCreditNotes(businessId)} union all ${settledOnDrafts(businessId)}`,
  });
  return {
    ...range,
    currencies: collectCurrencies(own, opening, months).map((currency) => {
      const sum = (...rows: (readonly Money[])[]) => sumIn(currency, rows.flat());
      const until = (to: CalendarDate) => months.filter(within({ from: range.from, to }));
      const isToday = range.to === today;
      return {
        currency,
        opening: sum(opening),
        lines: RECONCILIATION_LINES.map((line) => ({
          line,
          amount: sum(months.filter(onLine(line))),
        })),
        closing: sum(opening, months),
        months: splitIntoSteps(range, 'month').map((month) => ({
          ...month,
          closing: sum(opening, until(month.to)),
        })),
        today: isToday
          ? { openInvoices: sum(open), credit: sum(credit), datedLater: sum(later) }
          : null,
      };
    }),
  };
}

const openNow = (businessId: string): SQL<Money> => sql<Money>`
  select currency, sum(amount_due)::text as amount from invoices
  where business_id = ${businessId} and deleted_at is null and status in ('sent', 'overdue')
  group by currency`;

/** What was written off, given back, undone, or given back and not owed again, by month. */
export async function readLosses(
  db: Queryable,
  businessId: string,
  { range, currency: own }: Omit<Ask, 'today'>,
): Promise<Losses> {
  const { months } = await selectTogether(db, {
    months: entriesByMonth(businessId, range, typesOfLines(LOSS_LINES)),
  });
  return {
    ...range,
    currencies: collectCurrencies(own, months).map((currency) => ({
      currency,
      ...lossesIn(currency, months),
      months: splitIntoSteps(range, 'month').map((month) => ({
        ...month,
        ...lossesIn(currency, months.filter(within(month))),
      })),
    })),
  };
}

/** Above zero: what refunds and undone payments add to an account, the others take from it. */
function lossesIn(currency: string, months: readonly MonthOfType[]): Record<LossLine, string> {
  const of = (line: LossLine) => sumIn(currency, months.filter(onLine(line)));
  return {
    written_off: negateAmount(of('written_off'), currency),
    refunded: of('refunded'),
    reversed: of('reversed'),
    adjusted: negateAmount(of('adjusted'), currency),
  };
}

/** What open invoices less credit and later entries leave: the closing balance, if all is well. */
export function expectedClosing(
  currency: string,
  { openInvoices, credit, datedLater }: NonNullable<Reconciliation['currencies'][number]['today']>,
): string {
  const gone = sumMoneyIn(currency, [money(credit, currency), money(datedLater, currency)]);
  return subtractMoney(money(openInvoices, currency), gone).amount;
}
