import { BUSINESS_DATES } from '../../dates/business-dates.ts';
import type { CalendarDate, DateRange } from '../../dates/calendar-date.ts';
import { addDays } from '../../dates/calendar-date.ts';
import type { Installment } from './installment-content.ts';
import type { PlannedInvoice } from './schedule-installments.ts';
import { installmentDate } from './schedule-installments.ts';

type Plan = Pick<PlannedInvoice, 'issueDate' | 'dueDate' | 'installments'>;

/** The places of a plan's installments in their document, in the order in which they are due, with their days. */
const inOrder = ({ installments, issueDate, dueDate }: Plan) =>
  installments
    .map((each, place) => ({ place, date: installmentDate(each, issueDate) ?? dueDate }))
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.place - b.place));

/**
 * The days that an installment can be moved to: from the issue date on and between its neighbors, so that
 * what was paid stays what it was paid for. Empty (`from` after `to`) where there is none.
 * @param number from 1, in the order in which they are due
 */
export function findInstallmentRange(plan: Plan, number: number): DateRange {
  const order = inOrder(plan);
  const before = order[number - 2];
  const after = order[number];
  const from = before ? addDays(before.date, 1) : plan.issueDate;
  return {
    from: from < plan.issueDate ? plan.issueDate : from,
    to: after ? addDays(after.date, -1) : BUSINESS_DATES.to,
  };
}

/** The plan with one of its installments due on another day; one that was counted from the issue is due on that date. */
export function moveInstallment(plan: Plan, number: number, to: CalendarDate): Installment[] {
  const moved = inOrder(plan)[number - 1]?.place;
  return plan.installments.map((each, place) =>
    place === moved ? { ...each, dueDate: to, event: null, days: null } : each,
  );
}
