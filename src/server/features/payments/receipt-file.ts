/** A payment's receipt as a file: a plain route beside the contract's. */
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../shared/errors/app-error.ts';
import { money } from '../../../shared/money/money.ts';
import type { ResolveSession } from '../../platform/http/api-routes.ts';
import type { NamedPdf, PdfRequest } from '../../platform/http/send-pdf.ts';
import { requireOwnRecord, sendPdf } from '../../platform/http/send-pdf.ts';
import type { Services } from '../../platform/http/services.ts';
import { findCustomerRow } from '../customers/index.ts';
import { requireProfile } from '../documents/index.ts';
import { prepareReceiptPdf } from '../invoices/index.ts';
import { isTestBusiness } from '../profile/index.ts';
import { readAccountPayment } from './read-payments.ts';
import { requireReceived } from './receipts.ts';

export function registerReceiptFile(
  app: FastifyInstance,
  services: Services,
  resolveSession: ResolveSession,
): void {
  app.get<PdfRequest>('/api/payments/:id/receipt.pdf', async (request, reply) => {
    const asked = await requireOwnRecord(request, resolveSession, services.limits, 'Payment');
    return sendPdf(request, reply, { rank: 'owner', key: asked.businessId }, () =>
      prepareReceipt(services, asked.businessId, asked.id),
    );
  });
}

/**
 * @param ofCustomer the only one whose receipt it may be, where a customer asks
 * @throws AppError NOT_FOUND; CONFLICT of a payment that does not count
 */
export async function prepareReceipt(
  services: Services,
  businessId: string,
  id: number,
  ofCustomer?: number,
): Promise<NamedPdf> {
  const { orm } = services.db;
  const payment = await readAccountPayment(orm, businessId, id);
  if (ofCustomer !== undefined && payment.customerId !== ofCustomer) throw notFound('Payment');
  requireReceived(payment);
  const [business, customer] = await Promise.all([
    requireProfile(orm, businessId),
    findCustomerRow(orm, businessId, payment.customerId),
  ]);
  if (!customer) throw notFound('Payment');
  const { currency, allocations, provider } = payment;
  const settled = allocations.map(({ invoiceNumber, amount }) => ({
    invoiceNumber,
    amount: money(amount, currency),
  }));
  const test = provider !== null && isTestBusiness(services, business);
  return prepareReceiptPdf(services, { payment, settled, test, customer }, business);
}
