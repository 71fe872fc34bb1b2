/** Payments v2: captures and their refunds; Disputes v1: what payers object to. */
import type { Answer, Route, RouteRequest } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Account } from '../state/store.ts';
import { apiRoute } from './paypal-accounts.ts';
import { unprocessable } from './paypal-error.ts';
import { emitPaypal } from './paypal-events.ts';
import { once, remembered } from './paypal-idempotency.ts';
import { newPaypalId } from './paypal-ids.ts';
import { checkedMoney, hundredthsOf, moneyOf } from './paypal-money.ts';
import type { Capture, Refund } from './paypal-objects.ts';
import { find, objectsOf } from './paypal-objects.ts';
import {
  presentCapture,
  presentDispute,
  presentRefund,
  presentRefundBriefly,
} from './present-paypal.ts';
import { type Checked, money, readBody, record, text } from './request-body.ts';

const refundShape = record({
  amount: money,
  custom_id: text(1, 127),
  invoice_id: text(1, 127),
  note_to_payer: text(1, 255, /^.*$/),
});

/** What the next refund of an account becomes; a control sets it. */
export const nextRefund = (account: Account) =>
  account.collection<{ status: Refund['status'] }>('paypal-next-refund');

function checkRefundable(account: Account, capture: Capture, partial: boolean): void {
  if (capture.status === 'REFUNDED') {
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'All of this payment has been given back.');
  }
  if (capture.status === 'PENDING') {
    throw unprocessable('PENDING_CAPTURE', 'A pending payment cannot be given back.');
  }
  if (capture.status === 'DECLINED') {
    throw unprocessable('REFUND_NOT_ALLOWED', 'A declined payment cannot be given back.');
  }
  const disputed = objectsOf(account, 'disputes')
    .values()
    .some(({ captureId, status }) => captureId === capture.id && status === 'OPEN');
  if (disputed && partial) {
    throw unprocessable('TRANSACTION_DISPUTED', 'A disputed payment is given back in full only.');
  }
}

/** Gives back, and says so. @throws PaypalError 422 */
export function refundCapture(
  context: SandboxContext,
  account: Account,
  capture: Capture,
  asked: Checked<typeof refundShape>,
  event = 'PAYMENT.CAPTURE.REFUNDED',
): Refund {
  checkRefundable(account, capture, asked.amount !== undefined);
  const currency = capture.amount.currency_code;
  const before = BigInt(capture.refunded);
  const left = hundredthsOf(capture.amount) - before;
  const amount = asked.amount ? checkedMoney(asked.amount, '/amount') : moneyOf(left, currency);
  if (amount.currency_code !== currency) {
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', 'The payment has another currency.', {
      field: '/amount/currency_code',
      value: amount.currency_code,
      location: 'body',
    });
  }
  if (hundredthsOf(amount) > left) {
    throw unprocessable('REFUND_AMOUNT_EXCEEDED', 'Less than that is left of the payment.', {
      field: '/amount/value',
      value: amount.value,
      location: 'body',
    });
  }
  const status = nextRefund(account).get('next')?.status ?? 'COMPLETED';
  nextRefund(account).delete('next');
  const now = context.clock.now();
  const total = status === 'FAILED' ? before : before + hundredthsOf(amount);
  const refund: Refund = {
    id: newPaypalId(),
    captureId: capture.id,
    orderId: capture.orderId,
    status,
    amount,
    total: total.toString(),
    ...(asked.custom_id ? { customId: asked.custom_id } : {}),
    ...(asked.invoice_id ? { invoiceId: asked.invoice_id } : {}),
    ...(asked.note_to_payer ? { note: asked.note_to_payer } : {}),
    createdAt: now,
    updatedAt: now,
  };
  objectsOf(account, 'refunds').put(refund.id, refund);
  capture.refunded = total.toString();
  capture.updatedAt = now;
  if (total >= hundredthsOf(capture.amount)) capture.status = 'REFUNDED';
  else if (total > 0n) capture.status = 'PARTIALLY_REFUNDED';
  if (status !== 'FAILED') emitPaypal(context, account, event, presentRefund(context, refund));
  return refund;
}

export function paymentRoutes(context: SandboxContext): Route[] {
  const showRefund = (
    account: Account,
    id: string,
    request: RouteRequest,
    isNew: boolean,
  ): Answer => {
    const refund = find(account, 'refunds', id, 'refund_id');
    const whole = request.method === 'GET' || request.headers.prefer === 'return=representation';
    return {
      status: isNew ? 201 : 200,
      body: whole ? presentRefund(context, refund) : presentRefundBriefly(context, refund),
    };
  };
  return [
    apiRoute(context, 'GET', '/v2/payments/captures/:id', (account, _, id) => ({
      status: 200,
      body: presentCapture(context, find(account, 'captures', id, 'capture_id')),
    })),
    apiRoute(context, 'POST', '/v2/payments/captures/:id/refund', (account, request, captureId) =>
      once(
        { context, account, request, operation: 'refund', lifetime: remembered.payments },
        () => {
          const asked = readBody(request, refundShape);
          const capture = find(account, 'captures', captureId, 'capture_id');
          return refundCapture(context, account, capture, asked).id;
        },
        (id, isNew) => showRefund(account, id, request, isNew),
      ),
    ),
    apiRoute(context, 'GET', '/v2/payments/refunds/:id', (account, request, id) =>
      showRefund(account, id, request, false),
    ),
    apiRoute(context, 'GET', '/v1/customer/disputes', (account, { query }) => {
      const of = query.get('disputed_transaction_id');
      const items = objectsOf(account, 'disputes')
        .values()
        .filter(({ captureId }) => of === null || captureId === of)
        .map((dispute) => presentDispute(context, dispute, false));
      return {
        status: 200,
        body: {
          // Documented with at least one item, so a list without any has no items at all.
          ...(items.length > 0 ? { items } : {}),
          links: [{ href: `${context.url()}/v1/customer/disputes`, rel: 'self', method: 'GET' }],
        },
      };
    }),
    apiRoute(context, 'GET', '/v1/customer/disputes/:id', (account, _, id) => ({
      status: 200,
      body: presentDispute(context, find(account, 'disputes', id, 'id')),
    })),
  ];
}
