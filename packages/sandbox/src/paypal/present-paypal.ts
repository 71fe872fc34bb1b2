/** What a caller sees of PayPal's objects (Orders v2, Payments v2, Disputes v1). */
import type { SandboxContext } from '../sandbox-context.ts';
import type { Account } from '../state/store.ts';
import { merchantIdOf } from './paypal-accounts.ts';
import { instant } from './paypal-ids.ts';
import { hundredthsOf, moneyOf } from './paypal-money.ts';
import type { Capture, Dispute, Order, Refund } from './paypal-objects.ts';
import { objectsOf } from './paypal-objects.ts';

export const payer = {
  email: 'payer@example.com',
  given: 'Jordan',
  surname: 'Sample',
  country: 'US',
};

const link = (context: SandboxContext, path: string, rel: string, method: string) => ({
  href: context.url() + path,
  rel,
  method,
});

/** Where the payer approves. */
export const approvePath = (order: Order): string => `/paypal/approve/${order.id}`;

function orderLinks(context: SandboxContext, order: Order): object[] {
  const self = `/v2/checkout/orders/${order.id}`;
  const links = [link(context, self, 'self', 'GET')];
  if (order.status === 'COMPLETED') return links;
  if (order.status === 'PAYER_ACTION_REQUIRED') {
    links.push(link(context, approvePath(order), 'payer-action', 'GET'));
    return links;
  }
  if (order.status === 'CREATED') {
    links.push(link(context, approvePath(order), 'approve', 'GET'));
  }
  links.push(link(context, self, 'update', 'PATCH'));
  links.push(link(context, `${self}/capture`, 'capture', 'POST'));
  return links;
}

/** The least that PayPal answers with: `Prefer: return=minimal`. */
export const presentOrderBriefly = (context: SandboxContext, order: Order): object => ({
  id: order.id,
  status: order.status,
  ...(order.named ? { payment_source: { paypal: {} } } : {}),
  links: orderLinks(context, order),
});

export function presentOrder(context: SandboxContext, account: Account, order: Order): object {
  const capture = order.captureId && objectsOf(account, 'captures').get(order.captureId);
  const refunds = capture
    ? objectsOf(account, 'refunds')
        .values()
        .filter(({ captureId }) => captureId === capture.id)
    : [];
  const approved = order.payerId !== null;
  const name = { given_name: payer.given, surname: payer.surname };
  const wallet = approved
    ? {
        email_address: payer.email,
        account_id: order.payerId,
        account_status: 'VERIFIED',
        name,
        address: { country_code: payer.country },
      }
    : order.email
      ? { email_address: order.email }
      : {};
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...(order.named || approved ? { payment_source: { paypal: wallet } } : {}),
    purchase_units: [
      {
        ...order.unit,
        payee: { email_address: 'merchant@example.com', merchant_id: merchantIdOf(account) },
        ...(capture
          ? {
              payments: {
                captures: [presentCapture(context, capture, false)],
                ...(refunds.length > 0
                  ? { refunds: refunds.map((refund) => presentRefund(context, refund)) }
                  : {}),
              },
            }
          : {}),
      },
    ],
    ...(approved
      ? {
          payer: {
            name,
            email_address: payer.email,
            payer_id: order.payerId,
            address: { country_code: payer.country },
          },
        }
      : {}),
    create_time: instant(order.createdAt),
    ...(order.updatedAt > order.createdAt ? { update_time: instant(order.updatedAt) } : {}),
    links: orderLinks(context, order),
  };
}

/** @param whole read by itself; inside an order it does not name the order */
export function presentCapture(context: SandboxContext, capture: Capture, whole = true): object {
  const { amount } = capture;
  const gross = hundredthsOf(amount);
  const currency = amount.currency_code;
  // 3.49 % and 49 hundredths, as an account in the US pays; what the business keeps is the rest.
  const fee = (gross * 349n) / 10_000n + 49n;
  const settled = capture.status !== 'PENDING' && capture.status !== 'DECLINED';
  const self = `/v2/payments/captures/${capture.id}`;
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.reason ? { status_details: { reason: capture.reason } } : {}),
    amount,
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    ...(settled
      ? {
          seller_receivable_breakdown: {
            gross_amount: amount,
            paypal_fee: moneyOf(fee, currency),
            net_amount: moneyOf(gross - fee, currency),
          },
        }
      : {}),
    ...(capture.invoiceId ? { invoice_id: capture.invoiceId } : {}),
    ...(capture.customId ? { custom_id: capture.customId } : {}),
    ...(whole ? { supplementary_data: { related_ids: { order_id: capture.orderId } } } : {}),
    links: [
      link(context, self, 'self', 'GET'),
      link(context, `${self}/refund`, 'refund', 'POST'),
      link(context, `/v2/checkout/orders/${capture.orderId}`, 'up', 'GET'),
    ],
    create_time: instant(capture.createdAt),
    update_time: instant(capture.updatedAt),
  };
}

export function presentRefund(context: SandboxContext, refund: Refund): object {
  const { amount } = refund;
  const none = moneyOf(0n, amount.currency_code);
  return {
    id: refund.id,
    status: refund.status,
    ...(refund.status === 'PENDING' ? { status_details: { reason: 'ECHECK' } } : {}),
    amount,
    ...(refund.invoiceId ? { invoice_id: refund.invoiceId } : {}),
    ...(refund.customId ? { custom_id: refund.customId } : {}),
    ...(refund.note ? { note_to_payer: refund.note } : {}),
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: none,
      net_amount: amount,
      total_refunded_amount: moneyOf(BigInt(refund.total), amount.currency_code),
    },
    links: [
      link(context, `/v2/payments/refunds/${refund.id}`, 'self', 'GET'),
      link(context, `/v2/payments/captures/${refund.captureId}`, 'up', 'GET'),
    ],
    create_time: instant(refund.createdAt),
    update_time: instant(refund.updatedAt),
  };
}

export const presentRefundBriefly = (context: SandboxContext, refund: Refund): object => ({
  id: refund.id,
  status: refund.status,
  links: [
    link(context, `/v2/payments/refunds/${refund.id}`, 'self', 'GET'),
    link(context, `/v2/payments/captures/${refund.captureId}`, 'up', 'GET'),
  ],
});

/** @param whole as the dispute's own address shows it; lists leave out the transactions */
export function presentDispute(context: SandboxContext, dispute: Dispute, whole = true): object {
  return {
    dispute_id: dispute.id,
    create_time: instant(dispute.createdAt),
    update_time: instant(dispute.updatedAt),
    ...(whole ? { disputed_transactions: [{ seller_transaction_id: dispute.captureId }] } : {}),
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status: dispute.status,
    dispute_state: dispute.status === 'OPEN' ? 'REQUIRED_ACTION' : 'RESOLVED',
    dispute_amount: dispute.amount,
    ...(whole && dispute.outcome
      ? { dispute_outcome: { outcome_code: dispute.outcome, amount_refunded: dispute.amount } }
      : {}),
    dispute_life_cycle_stage: 'INQUIRY',
    dispute_channel: 'INTERNAL',
    links: [link(context, `/v1/customer/disputes/${dispute.id}`, 'self', 'GET')],
  };
}
