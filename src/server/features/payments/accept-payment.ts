import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { changeAccount, readInvoice } from '../invoices/index.ts';
import { findPayment } from '../ledger/index.ts';
import { updateCheckout } from './checkout.store.ts';
import { dividePayment } from './combined/divide-payment.ts';
import { openPaid, tellEach } from './covered-invoices.ts';
import { tellOverpayment } from './overpayment.ts';
import { sendReceipt } from './receipts.ts';

/**
 * The owner has looked at a payment that was not what had been asked for, and takes it: it counts
 * from now on. One for several invoices is taken once, on the page of any of them.
 * @throws AppError NOT_FOUND, CONFLICT (not in review, or in another currency than the invoice)
 */
export function acceptPayment(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { id, paymentId }: { id: number; paymentId: number },
): Promise<InvoiceDetail> {
  return withTransaction(db, async (tx) => {
    const one = { invoiceId: id, paymentId };
    const made = await findPayment(tx, businessId, one);
    const paid = made && (await openPaid(tx, made));
    const invoice = paid?.parts.find((part) => part.invoice.id === id)?.invoice;
    if (!paid || !invoice) {
      await readInvoice(tx, businessId, id, clock.now());
      throw notFound('Payment');
    }
    if (invoice.deletedAt) throw notFound('Invoice');
    const { parts, account, checkout } = paid;
    const payment = account.ledger.findPayment(paymentId);
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
    const { amount, currency, provider } = payment;
    if (checkout) await updateCheckout(tx, checkout, { status: 'paid' });
    await tellEach(tx, parts, 'payment.accepted', { amount, currency, provider }, now);
    const { balances } = await changeAccount(tx, account, now, async (ledger) => {
      ledger.acceptPayment(paymentId);
      if (payment.invoiceId === null) await dividePayment(tx, ledger, parts, payment, payment);
    });
    await tellOverpayment(tx, parts, balances, payment, now);
    await sendReceipt(tx, { ...payment, status: 'completed' }, checkout, parts, now);
    return readInvoice(tx, businessId, id, now);
  });
}
