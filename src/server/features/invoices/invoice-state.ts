import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { overdueOn } from '../../../shared/documents/installments/schedule-installments.ts';
import type { StandingFacts } from '../../../shared/invoices/invoice-status.ts';
import { readStanding } from '../../../shared/invoices/invoice-status.ts';
import type { Invoice, InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { withDecimals } from '../../../shared/money/money.ts';
import { selectBusinessToday, standingColumns } from '../../db/overdue.ts';

/** An invoice `d` as it is stored, the day by which its state now is told, and where that state goes. */
export type StateRow = Pick<StandingFacts, keyof StandingFacts> &
  Pick<Invoice, 'nextDueDate'> & {
    /** Null where all is due at once. */
    plan: InvoiceDetail['installments'] | null;
    /** The day that it is for the business, of an invoice that somebody waits for; null of any other. */
    today: CalendarDate | null;
    standing: null;
    amountOverdue: null;
  };

/**
 * What `readState` takes of an invoice `d`. One sub-select of the whole statement reads the day: each costs
 * planning. An invoice that nobody waits for is read as well where the business's time zone is none
 * that the database knows. Rows have all keys of their answers: to add one to each row of a list takes
 * longer than to read the list.
 */
export const stateColumns = (businessId: string, now: Date) => ({
  ...STORED,
  today: sql`case when d.status in ('sent', 'overdue') then ${selectBusinessToday(businessId, now)} end`,
});

const STORED = {
  ...standingColumns('d', sql`d.status`),
  nextDueDate: sql`d.next_due_date`,
  plan: sql`nullif(d.installments, '[]'::jsonb)`,
  standing: sql`null`,
  amountOverdue: sql`null`,
};

/** The state of an invoice as of now: `currentStatus` and `overdueAmount` of db/overdue.ts for one that was read. */
export function readState(
  row: StateRow & Pick<Invoice, 'currency' | 'total' | 'issueDate' | 'dueDate'>,
): Pick<Invoice, 'status' | 'standing' | 'amountOverdue'> {
  const { currency, total, issueDate, dueDate, amountDue, plan, today } = row;
  if (today === null) {
    const amountOverdue = withDecimals('0', currency);
    return { status: row.status, standing: readStanding(row), amountOverdue };
  }
  const isLate = row.status === 'sent' && !isZero(total) && row.nextDueDate < today;
  const status = isLate ? 'overdue' : row.status;
  const planned = { currency, total, issueDate, dueDate, amountDue, installments: plan ?? [] };
  return {
    status,
    standing: isLate ? 'overdue' : readStanding(row),
    amountOverdue: withDecimals(overdueOn(planned, today), currency),
  };
}
