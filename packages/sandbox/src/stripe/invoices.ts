import type { SandboxContext } from '../sandbox-context.ts';
import { type ApiRoute, api } from './api-call.ts';
import { invalid } from './api-error.ts';
import { invoicePayments } from './invoice-extras.ts';
import { voidInvoice } from './invoice-objects.ts';
import { boolean, oneOf, paging, required, string } from './params.ts';
import { findPaymentMethod } from './payment-methods.ts';
import { resource } from './resource.ts';
import { find, idOf } from './stripe-objects.ts';
import { collect, invoicePaid } from './subscription-billing.ts';

export function invoiceRoutes(context: SandboxContext): ApiRoute[] {
  const path = '/v1/invoices';
  const invoices = resource(context, path, 'invoices');
  return [
    invoices.list(
      { customer: string, status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void') },
      { subscription: string },
      (invoice, { subscription }) =>
        !subscription || idOf(invoice.parent?.subscription_details?.subscription) === subscription,
    ),
    invoices.read(),
    invoices.update({}),
    api(
      context,
      'GET',
      `${path}/:id/lines`,
      paging,
      (call) => find(call, 'invoices', call.id).lines,
    ),
    invoices.action(
      'pay',
      { off_session: boolean, paid_out_of_band: boolean, payment_method: string },
      (invoice, call) => {
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
          return;
        }
        const method = call.params.payment_method
          ? findPaymentMethod(call, call.params.payment_method, 'payment_method')
          : undefined;
        const failed = collect(call, invoice, method);
        if (failed) throw failed;
      },
    ),
    invoices.action('void', {}, (invoice, call) => {
      if (invoice.status !== 'open') {
        throw invalid('You can only pass in open invoices. This invoice is not open.', {
          code: 'invoice_not_editable',
        });
      }
      voidInvoice(call, invoice);
    }),
    api(
      context,
      'GET',
      '/v1/invoice_payments',
      { ...paging, invoice: required(string) },
      ({ account, params }) => {
        find({ account }, 'invoices', params.invoice);
        return invoicePayments(account, params.invoice);
      },
    ),
  ];
}
