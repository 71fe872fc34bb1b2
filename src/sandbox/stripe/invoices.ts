import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { type ApiRoute, api, type Work } from './api-call.ts';
import { invalid, missing } from './api-error.ts';
import { invoicePayments } from './invoice-extras.ts';
import { voidInvoice } from './invoice-objects.ts';
import { listPage } from './lists.ts';
import { boolean, mergedMetadata, metadata, oneOf, paging, required, string } from './params.ts';
import { findPaymentMethod } from './payment-methods.ts';
import { idOf, objects } from './stripe-objects.ts';
import { collect, invoicePaid } from './subscription-billing.ts';

function findInvoice(work: Work, id: string): Stripe.Invoice {
  const invoice = objects(work.account, 'invoices').get(id);
  if (!invoice) throw missing('invoice', id);
  return invoice;
}

export function invoiceRoutes(context: SandboxContext): ApiRoute[] {
  const path = '/v1/invoices';
  return [
    api(
      context,
      'GET',
      path,
      {
        ...paging,
        customer: string,
        status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
        subscription: string,
      },
      ({ account, params }) =>
        listPage(
          objects(account, 'invoices'),
          path,
          params,
          (invoice) =>
            (!params.customer || idOf(invoice.customer) === params.customer) &&
            (!params.status || invoice.status === params.status) &&
            (!params.subscription ||
              idOf(invoice.parent?.subscription_details?.subscription) === params.subscription),
        ),
    ),
    api(context, 'GET', `${path}/:id`, {}, (call) => findInvoice(call, call.id)),
    api(context, 'POST', `${path}/:id`, { metadata }, (call) => {
      const invoice = findInvoice(call, call.id);
      invoice.metadata = mergedMetadata(invoice.metadata, call.params.metadata);
      return invoice;
    }),
    api(context, 'GET', `${path}/:id/lines`, paging, (call) => findInvoice(call, call.id).lines),
    api(
      context,
      'POST',
      `${path}/:id/pay`,
      { off_session: boolean, paid_out_of_band: boolean, payment_method: string },
      (call) => {
        const invoice = findInvoice(call, call.id);
        if (invoice.status === 'paid') {
          throw invalid('Invoice is already paid', { code: 'invoice_already_paid' });
        }
        if (invoice.status !== 'open') {
          throw invalid(`This invoice is ${invoice.status} and cannot be paid.`, {
            code: 'invoice_not_editable',
          });
        }
        if (call.params.paid_out_of_band) {
          invoicePaid(call, invoice);
          return invoice;
        }
        const method = call.params.payment_method
          ? findPaymentMethod(call, call.params.payment_method, 'payment_method')
          : undefined;
        const failed = collect(call, invoice, method);
        if (failed) throw failed;
        return invoice;
      },
    ),
    api(context, 'POST', `${path}/:id/void`, {}, (call) => {
      const invoice = findInvoice(call, call.id);
      if (invoice.status !== 'open') {
        throw invalid('You can only pass in open invoices. This invoice is not open.', {
          code: 'invoice_not_editable',
        });
      }
      voidInvoice(call, invoice);
      return invoice;
    }),
    api(
      context,
      'GET',
      '/v1/invoice_payments',
      { ...paging, invoice: required(string) },
      (call) => {
        findInvoice(call, call.params.invoice);
        return invoicePayments(call.account, call.params.invoice);
      },
    ),
  ];
}
