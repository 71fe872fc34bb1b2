import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { changeLedger, insertEvent, lockInvoice, readInvoice } from '../invoices/index.ts';
import { findPayment } from '../ledger/index.ts';
import { lockCheckout, updateCheckout } from './checkout.store.ts';
import { recordOverpayment } from './overpayment.ts';
import { sendReceipt } from './receipts.ts';

/**
 * The owner has looked at a payment that was not what had been asked for, and takes it: it counts
 * from now on.
 * @throws AppError NOT_FOUND, CONFLICT (not in review, or in another currency than the invoice)
 */
export function acceptPayment(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { id, paymentId }: { id: number; paymentId: number },
): Promise<InvoiceDetail> {
  return withTransaction(db, async (tx) => {
    const invoice = await lockInvoice(tx, businessId, id);
    if (!invoice || invoice.deletedAt) throw notFound('Invoice');
    const payment = await findPayment(tx, businessId, { invoiceId: id, paymentId });
    if (!payment) throw notFound('Payment');
    if (payment.status !== 'review') {
      throw new AppError('CONFLICT', 'This payment is not waiting for review.');
    }
    if (payment.currency !== invoice.currency) {
      throw new AppError(
        'CONFLICT',
        `This payment is in ${payment.currency} and the invoice in ${invoice.currency}. Refund it instead.`,
      );
    }
    const now = clock.now();
    const { amount, currency, provider, checkoutId } = payment;
    const checkout =
      checkoutId === null ? undefined : await lockCheckout(tx, businessId, checkoutId);
    if (checkout) await updateCheckout(tx, checkout, { status: 'paid' });
    await insertEvent(tx, businessId, id, 'payment.accepted', { amount, currency, provider }, now);
    const { balance } = await changeLedger(tx, invoice, now, (ledger) =>
      ledger.acceptPayment(paymentId),
    );
    await recordOverpayment(tx, invoice, balance, payment, now);
    await sendReceipt(tx, { ...payment, status: 'completed' }, checkout, now);
    return readInvoice(tx, businessId, id, now);
  });
}
