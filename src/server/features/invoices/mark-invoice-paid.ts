import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays, dateInZone } from '../../../shared/dates/calendar-date.ts';
import { AppError, invalidField, notFound } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { PaymentMethod } from '../../../shared/invoices/invoice-status.ts';
import { hundredths, toDecimal } from '../../../shared/money/money.ts';
import { paymentDateFault } from '../../../shared/payments/payment-date.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { findProfile } from '../profile/index.ts';
import {
  insertEvent,
  insertPayment,
  lockInvoice,
  scheduleCheckoutRecheck,
  sumReceived,
  updateInvoiceRow,
} from './invoice.store.ts';
import { readInvoice } from './read-invoices.ts';

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
    const now = clock.now();
    const profile = await findProfile(tx, businessId);
    const due = hundredths(stored.total) - hundredths(await sumReceived(tx, businessId, input.id));
    const amount = toDecimal(due > 0n ? due : 0n);
    const today = dateInZone(now, profile?.timeZone ?? 'UTC');
    const paymentDate = input.paymentDate ?? today;
    // A day of grace: whoever types may be east of the business.
    const fault = paymentDateFault(paymentDate, addDays(today, 1));
    if (fault) throw invalidField('paymentDate', fault);
    const { paymentMethod } = input;
    await insertPayment(tx, {
      businessId,
      invoiceId: input.id,
      amount,
      paymentDate,
      paymentMethod,
      createdAt: now,
    });
    await updateInvoiceRow(tx, businessId, input.id, {
      status: 'paid',
      paymentUrl: null,
      updatedAt: now,
    });
    await scheduleCheckoutRecheck(tx, businessId, input.id, now);
    await insertEvent(
      tx,
      businessId,
      input.id,
      'invoice.paid',
      { from: stored.status, amount, paymentMethod, paymentDate },
      now,
    );
    return readInvoice(tx, businessId, input.id, now);
  });
}
