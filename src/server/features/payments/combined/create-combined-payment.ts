import type { CombinedConfirmation } from '../../../../shared/customer-portal/portal.contract.ts';
import { AppError, notFound } from '../../../../shared/errors/app-error.ts';
import type { PaymentLink } from '../../../../shared/payments/payment.contract.ts';
import type { Client } from '../../../platform/http/client.ts';
import type { Services } from '../../../platform/http/services.ts';
import { readInvoice } from '../../invoices/index.ts';
import { createPayment } from '../create-payment.ts';

export interface CombinedPaymentInput {
  businessId: string;
  /** The customer and those that were merged into it. */
  customerIds: readonly number[];
  invoiceIds: readonly number[];
  /** Where the payer comes back to; the payment's key is added as `?payment=`. */
  returnUrl: string;
}

const nobody = async () => undefined;

/**
 * An address where some invoices of a customer can be paid at once.
 * @throws AppError NOT_FOUND for another customer's invoice; what `createPayment` throws; CONFLICT for several
 */
export async function createCombinedPayment(
  services: Services,
  { businessId, customerIds, invoiceIds }: CombinedPaymentInput,
  client: Client,
): Promise<PaymentLink> {
  const [id, ...others] = new Set(invoiceIds);
  if (id === undefined) throw notFound('Invoice');
  const invoice = await readInvoice(services.db.orm, businessId, id, services.clock.now());
  if (invoice.status === 'draft' || !customerIds.includes(invoice.customerId)) {
    throw notFound('Invoice');
  }
  if (others.length > 0) {
    throw new AppError('CONFLICT', 'Several invoices cannot be paid at once yet. Pay one by one.');
  }
  return createPayment(services, invoice.publicId, {}, nobody, client);
}

/** What came of a payment of several invoices. @throws AppError NOT_FOUND */
export async function confirmCombinedPayment(
  _services: Services,
  _named: Pick<CombinedPaymentInput, 'businessId' | 'customerIds'> & { key: string },
): Promise<CombinedConfirmation> {
  throw notFound('Payment');
}
