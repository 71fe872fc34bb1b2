import { BUSINESS_DATES } from '../../../shared/dates/business-dates.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import {
  findInstallmentRange,
  moveInstallment as movedPlan,
} from '../../../shared/documents/installments/move-installment.ts';
import { openSchedule } from '../../../shared/documents/installments/schedule-installments.ts';
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type {
  InvoiceDetail,
  MoveInstallmentInput,
} from '../../../shared/invoices/invoice.contract.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { requireLive } from '../../platform/records/change-record.ts';
import { lockAccount } from './account.ts';
import { readInvoice } from './read-invoices.ts';
import { updateInvoiceIn } from './save-invoice.ts';

/**
 * Has one installment of an invoice due on another day. It is an edit of the invoice as any other, with
 * a version, its history, and what an edit is refused for.
 * @throws AppError as `updateInvoice`; STALE with the `current` invoice (that installment is due on
 *   another day by now), VALIDATION naming `number` (it is paid) or `to`
 */
export function moveInstallment(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { id, number, dueDate, to }: MoveInstallmentInput,
): Promise<InvoiceDetail> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const account = await lockAccount(tx, businessId, { invoiceIds: [id] });
    const stored = requireLive('Invoice', account.invoices.get(id));
    const part = openSchedule(stored)[number - 1];
    if (part?.dueDate !== dueDate) {
      const message = `No installment ${number} of this invoice is due on ${formatDate(dueDate)} by now`;
      throw new AppError('STALE', message, { current: await readInvoice(tx, businessId, id, now) });
    }
    if (isZero(part.amountDue)) {
      throw invalidField('number', `Installment ${number} is paid: its due date stays`);
    }
    const range = findInstallmentRange(stored, number);
    if (range.from > range.to) {
      const message =
        'There is no other day for it: the installments before and after are too close';
      throw invalidField('to', message);
    }
    if (to < range.from || to > range.to) {
      const until = range.to === BUSINESS_DATES.to ? 'on' : `to ${formatDate(range.to)}`;
      const message = `Choose a day from ${formatDate(range.from)} ${until}: not before the issue date, and in the order of the installments`;
      throw invalidField('to', message);
    }
    if (to === dueDate) return readInvoice(tx, businessId, id, now);
    const installments = movedPlan(stored, number, to);
    return updateInvoiceIn(tx, account, { id, version: stored.version, installments }, now);
  });
}
