import { nearestBusinessDate } from '../dates/business-dates.ts';
import type { CalendarDate } from '../dates/calendar-date.ts';
import { addDays, daysBetween } from '../dates/calendar-date.ts';
import type { Installment } from './installments/installment-content.ts';

export interface DatedDocument {
  issueDate: CalendarDate;
  dueDate?: CalendarDate;
  expiryDate?: CalendarDate;
  installments?: readonly Installment[];
}

/**
 * The dates of a document once it has another issue date: whoever receives it has as many days to pay or to
 * accept as before.
 */
export function moveIssueDate<Document extends DatedDocument>(
  { issueDate: from, dueDate, expiryDate, installments }: Document,
  issueDate: CalendarDate,
) {
  const move = (day: CalendarDate) =>
    nearestBusinessDate(addDays(issueDate, Math.max(0, daysBetween(from, day))));
  return {
    issueDate,
    ...(dueDate === undefined ? {} : { dueDate: move(dueDate) }),
    ...(expiryDate === undefined ? {} : { expiryDate: move(expiryDate) }),
    ...(installments === undefined || installments.length === 0
      ? {}
      : {
          installments: installments.map((each) =>
            each.dueDate === null ? each : { ...each, dueDate: move(each.dueDate) },
          ),
        }),
  };
}
