import { and, eq, lte, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays } from '../../../shared/dates/calendar-date.ts';
import { scheduleInstallments } from '../../../shared/documents/installments/schedule-installments.ts';
import { DEFAULT_DUE_DAYS } from '../../../shared/invoices/invoice.contract.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { withDecimals } from '../../../shared/money/money.ts';
import { listPlanned } from '../../../shared/recurring/exceptions.ts';
import type { Queryable } from '../../db/database.ts';
import { recurringInvoices } from '../../db/tables/recurring.table.ts';
import { joinCustomer } from '../customers/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import type { RecurringRow } from './recurring.store.ts';
import { recurringRecords, toPlan } from './recurring.store.ts';

/** An invoice that is to be made of a recurring one. */
export interface PlannedInvoice {
  recurringId: number;
  name: string | null;
  customerName: string;
  /** The schedule's own day, which names it. */
  plannedDate: CalendarDate;
  /** The day on which it is made: today where that has passed. */
  date: CalendarDate;
  dueDate: CalendarDate;
  /** What of it falls due when: installments, or all of it on the due date. */
  parts: { dueDate: CalendarDate; amount: Decimal }[];
  delivery: RecurringRow['delivery'];
  isNext: boolean;
  isMoved: boolean;
  isSkipped: boolean;
  /** Why it could not be made so far. */
  problem: string | null;
  currency: string;
  amount: Decimal;
}

/**
 * What active recurring invoices are to make up to a day, in the order of days, with those left out. What
 * each comes to is what the last one came to.
 * @param most so many at most of one schedule
 */
export async function listPlannedInvoices(
  db: Queryable,
  businessId: string,
  profile: ProfileRow | undefined,
  { today, until, most }: { today: CalendarDate; until: CalendarDate; most: number },
): Promise<PlannedInvoice[]> {
  const rows = await db
    .select({
      row: recurringInvoices,
      customerName: sql<string>`(
        select c.name from (values (recurring_invoices.customer_id)) of (customer_id)
        ${joinCustomer(businessId, sql`of.customer_id`)})`,
    })
    .from(recurringInvoices)
    .where(
      and(
        recurringRecords.live(businessId),
        eq(recurringInvoices.status, 'active'),
        lte(recurringInvoices.nextDate, until),
      ),
    )
    .orderBy(recurringInvoices.nextDate, recurringInvoices.id);
  const planned = rows.flatMap(({ row, customerName }) => {
    const from = { index: row.nextIndex, made: row.madeCount };
    return listPlanned(toPlan(row), from, { until, most }).map(
      ({ index, date: plannedDate, onDate, isSkipped }): PlannedInvoice => {
        const date = onDate < today ? today : onDate;
        const days = row.dueDays ?? profile?.invoiceDueDays ?? DEFAULT_DUE_DAYS;
        const dueDate = addDays(onDate, days);
        const isNext = index === row.nextIndex;
        return {
          recurringId: row.id,
          name: row.name,
          customerName,
          plannedDate,
          date,
          dueDate,
          parts: partsOf(row, onDate, dueDate),
          delivery: row.delivery,
          isNext,
          isMoved: onDate !== plannedDate,
          isSkipped,
          problem: isNext ? (row.problem?.message ?? null) : null,
          currency: row.currency,
          amount: withDecimals(row.total, row.currency),
        };
      },
    );
  });
  return planned.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

function partsOf(
  { currency, total, content: { installments } }: RecurringRow,
  issueDate: CalendarDate,
  dueDate: CalendarDate,
): PlannedInvoice['parts'] {
  if (installments.length === 0) return [{ dueDate, amount: total }];
  const schedule = scheduleInstallments({ currency, total, issueDate, installments });
  return schedule.map((part) => ({ dueDate: part.dueDate ?? dueDate, amount: part.amount }));
}
