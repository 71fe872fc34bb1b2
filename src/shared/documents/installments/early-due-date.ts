import type { CalendarDate } from '../../dates/calendar-date.ts';
import type { FieldError } from '../../errors/app-error.ts';
import type { Installment } from './installment-content.ts';

interface Dated {
  issueDate: CalendarDate;
  dueDate: CalendarDate;
  installments: readonly Pick<Installment, 'dueDate'>[];
}

/**
 * A due date before the issue date, naming its field. What is stored so, from before this was refused or
 * taken over from an estimate, can be saved again as it is.
 */
export function findEarlyDueDate(given: Dated, stored?: Dated): FieldError | undefined {
  const { issueDate, dueDate, installments } = given;
  const known = stored?.issueDate === issueDate ? stored : undefined;
  if (installments.length === 0) {
    if (dueDate >= issueDate || known?.dueDate === dueDate) return undefined;
    return { path: 'dueDate', message: 'Due date must not be before the issue date' };
  }
  const early = installments.findIndex(
    ({ dueDate: day }) =>
      day !== null && day < issueDate && !known?.installments.some((one) => one.dueDate === day),
  );
  if (early === -1) return undefined;
  const message = 'Installment due date must not be before the issue date';
  return { path: `installments.${early}.dueDate`, message };
}
