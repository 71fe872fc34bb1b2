import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { Installment } from '../../../shared/documents/installments/installment-content.ts';
import { toInstallment } from '../../../shared/documents/installments/installment-content.ts';
import {
  lastDueDate,
  nextDue,
} from '../../../shared/documents/installments/schedule-installments.ts';
import type { InvoiceStatus } from '../../../shared/invoices/invoice-status.ts';
import type { InvoiceInput } from '../../../shared/invoices/invoice.contract.ts';
import type { Money } from '../../../shared/money/money.ts';
import { isPositive, money } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import { readBusinessDay } from '../profile/index.ts';
import type { StoredInvoice } from './invoice.store.ts';

/** What of an invoice decides when it is due. */
type Planned = Pick<StoredInvoice, 'issueDate' | 'dueDate' | 'total'> & {
  installments?: readonly Installment[] | undefined;
};

/**
 * When an invoice is due: with a plan as its last installment is, and next as the first one that is
 * not settled. Stored with whatever changes either.
 * @param due what of it is still to be paid
 */
export function dueDates(
  { issueDate, installments = [], total, ...invoice }: Planned,
  { amount: amountDue, currency }: Money,
): Pick<StoredInvoice, 'dueDate' | 'nextDueDate'> {
  const dueDate = lastDueDate(installments, issueDate) ?? invoice.dueDate;
  const planned = { currency, total, issueDate, dueDate, installments, amountDue };
  return { dueDate, nextDueDate: nextDue(planned).dueDate };
}

/** The due date of a new invoice that names none beside its plan; one whose plan has no end is refused later. */
export const endOfPlan = ({ installments = [], issueDate }: InvoiceInput): CalendarDate =>
  lastDueDate(installments.map(toInstallment), issueDate) ?? issueDate;

/** Nothing due is never late: what asks for nothing is sent, whatever its owner says of it. */
export const statusOfDue = (status: InvoiceStatus, due: Money): InvoiceStatus =>
  status === 'overdue' && !isPositive(due) ? 'sent' : status;

/**
 * The status to be stored. One that is overdue by its date is stored as sent, or as what the job has
 * made of it, and read as overdue: sent back as it was read it changes nothing. A due date that is put
 * off, or an installment that is settled, makes it sent again where nothing else is late.
 */
export async function statusByDate(
  tx: Transaction,
  { businessId, status, total, currency, nextDueDate: before }: Omit<StoredInvoice, 'amountDue'>,
  asked: InvoiceStatus,
  { due, nextDueDate }: { due: Money; nextDueDate: CalendarDate },
  now: Date,
): Promise<InvoiceStatus> {
  const wanted = statusOfDue(asked, due);
  if (wanted !== 'overdue' || status === 'draft' || status === 'paid') return wanted;
  if (status === wanted && nextDueDate === before) return wanted;
  const today = await readBusinessDay(tx, businessId, now);
  const wasByDate = before < today && isPositive(money(total, currency));
  if (!wasByDate) return wanted;
  return nextDueDate < today ? status : 'sent';
}
