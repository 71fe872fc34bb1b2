import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { PaymentMethod } from '../../../shared/invoices/invoice-status.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { lockInvoice } from './invoice.store.ts';
import { readInvoice } from './read-invoices.ts';
import { changeInvoice } from './reconcile-invoice-status.ts';

/**
 * Records a payment of what is due, with its method and date (decision 14), once: the row's lock
 * lets one of two calls at the same time in, the other finds the invoice paid.
 * @throws AppError ALREADY_PAID, NOT_FOUND, VALIDATION (a payment of another day to come)
 */
export function markInvoicePaid(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: { id: number; paymentMethod: PaymentMethod; paymentDate?: CalendarDate | undefined },
): Promise<InvoiceDetail> {
  return withTransaction(db, async (tx) => {
    const stored = await lockInvoice(tx, businessId, input.id);
    if (!stored || stored.deletedAt) throw notFound('Invoice');
    if (stored.status === 'paid') {
      throw new AppError('ALREADY_PAID', 'This invoice has already been paid.');
    }
    const { paymentMethod, paymentDate } = input;
    const payment = { paymentMethod, paymentDate, tellsPayment: true };
    await changeInvoice(tx, stored, { status: 'paid', ...payment }, clock.now());
    return readInvoice(tx, businessId, input.id, clock.now());
  });
}
