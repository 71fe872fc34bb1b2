import { AppError, invalidField, notFound } from '../../../shared/errors/app-error.ts';
import { api, byId, byInput, byPage, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { CARD_CHARGES } from '../../platform/limits/limit-rules.ts';
import { requireRecentProof } from '../accounts/index.ts';
import { suspendedError } from '../businesses/index.ts';
import { limitVisits } from '../documents/index.ts';
import { markInvoicePaid, readInvoice } from '../invoices/index.ts';
import { acceptPayment } from './accept-payment.ts';
import {
  endByCustomer,
  endByOwner,
  readAutomaticPayment,
  readCustomerMandate,
} from './automatic/automatic-payment.ts';
import { changeCharge } from './automatic/change-charge.ts';
import { chargeNow } from './automatic/charge-now.ts';
import { readCharge } from './automatic/present-charge.ts';
import { confirmPayment } from './confirm-payment.ts';
import { createPayment } from './create-payment.ts';
import { identifyPayer } from './identify-payer.ts';
import { listPayments, readAccountPayment } from './read-payments.ts';
import {
  allocatePayment,
  recordPayment,
  reversePayment,
  sendReceiptAgain,
} from './receive-payment.ts';
import { refundPayment } from './refund-payment.ts';

export function paymentRoutes(services: Services) {
  const calls = api.payments;
  const ownerCalls = ownerApi.payments;
  return {
    markPaid: calls.markPaid.handler(async ({ input, context }) => {
      const { id, paymentMethod, paymentDate } = input;
      if (paymentMethod === undefined) {
        if (paymentDate) throw invalidField('paymentMethod', 'Payment method is required');
        await limitVisits(services, 'invoice', 'confirmation', context.address, id);
        return confirmPayment(services, id, context.session);
      }
      const actor = await context.session();
      if (!actor) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
      // Open to everybody without a method, so that it is not refused before it gets here.
      if (actor.suspended) throw suspendedError();
      if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound('Invoice');
      const paid = { id: Number(id), paymentMethod, ...(paymentDate ? { paymentDate } : {}) };
      const invoice = await markInvoicePaid(
        services,
        actor.businessId,
        paid,
        context.idempotencyKey,
      );
      return readInvoice(services.db.orm, actor.businessId, invoice.id, services.clock.now());
    }),
    createPayment: calls.createPayment.handler(async ({ input, context }) => {
      await limitVisits(services, 'invoice', 'payment', context.address, input.id);
      const { session, client, cookies } = context;
      const payer = { client, visitor: identifyPayer(cookies) };
      return createPayment(services, input.id, input, session, payer);
    }),
    automatic: calls.automatic.handler(async ({ input: { id }, context }) => {
      await limitVisits(services, 'invoice', 'page', context.address, id);
      return readAutomaticPayment(services, id, context.session);
    }),
    endAutomatic: calls.endAutomatic.handler(async ({ input: { id }, context }) => {
      await limitVisits(services, 'invoice', 'agreement', context.address, id);
      await endByCustomer(services, id, context.session);
      return readAutomaticPayment(services, id, context.session);
    }),
    charge: ownerCalls.charge.handler(byId(services, readCharge)),
    changeCharge: ownerCalls.changeCharge.handler(byInput(services, changeCharge)),
    chargeNow: ownerCalls.chargeNow.handler(async ({ input, context: { actor } }) => {
      const { limits } = services;
      const { businessId } = actor;
      await limits.count(`card charges ${businessId}`, CARD_CHARGES.owner, 'card charges');
      const ofInvoice = `card charges ${businessId} ${input.id}`;
      await limits.count(ofInvoice, CARD_CHARGES.invoice, 'card charges for this invoice');
      return chargeNow(services, businessId, input);
    }),
    mandate: ownerCalls.mandate.handler(byId(services, readCustomerMandate)),
    endMandate: ownerCalls.endMandate.handler(byId(services, endByOwner)),
    list: ownerCalls.list.handler(byPage(services.db.orm, listPayments)),
    get: ownerCalls.get.handler(byId(services.db.orm, readAccountPayment)),
    record: ownerCalls.record.handler(byInput(services, recordPayment)),
    allocate: ownerCalls.allocate.handler(byInput(services, allocatePayment)),
    reverse: ownerCalls.reverse.handler(byId(services, reversePayment)),
    sendReceipt: ownerCalls.sendReceipt.handler(byId(services, sendReceiptAgain)),
    acceptPayment: ownerCalls.acceptPayment.handler(byInput(services, acceptPayment)),
    refund: ownerCalls.refund.handler(async ({ input, context: { actor, idempotencyKey } }) => {
      await requireRecentProof(services, actor);
      return refundPayment(services, actor.businessId, input, idempotencyKey);
    }),
  };
}
