import type { Installment } from '../../src/shared/documents/installments/installment-content.ts';
import { scheduleInstallments } from '../../src/shared/documents/installments/schedule-installments.ts';
import { units } from './minor-units.ts';

interface Planned {
  installments: Installment[];
  issue_date: string;
  due_date: string;
  total: string;
  currency: string;
}

/**
 * What is open of an invoice by its due dates: from the last installment back to the first.
 * @param open in minor units, as `units` reads them
 */
export function dueParts(
  { installments, issue_date: issueDate, due_date: dueDate, total, currency }: Planned,
  open: bigint,
): [string, bigint][] {
  if (installments.length === 0) return [[dueDate, open]];
  const schedule = scheduleInstallments({ installments, issueDate, total, currency });
  let left = open;
  const parts = schedule.toReversed().map((part, index): [string, bigint] => {
    const amount = units(part.amount, currency);
    const isFirst = index === schedule.length - 1;
    const taken = isFirst || left < amount ? left : amount;
    left -= taken;
    return [part.dueDate ?? dueDate, taken];
  });
  return parts.filter(([, amount]) => amount !== 0n);
}
