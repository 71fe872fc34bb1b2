/** What tests do to the PayPal side, under `/_sandbox/paypal/`. */
import { randomUUID } from 'node:crypto';
import type { ControlBody } from '../controls/control-routes.ts';
import { control } from '../controls/control-routes.ts';
import type { Route } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { endTokens, paypalAccount, setRevoked } from './paypal-accounts.ts';
import { approveOrder, decideCapture, openDispute, resolveDispute } from './paypal-actions.ts';
import { certificateUrl, paypalSignature } from './paypal-events.ts';
import { instant } from './paypal-ids.ts';
import { moneyOf } from './paypal-money.ts';
import type { Funding } from './paypal-objects.ts';
import { anywhere, objectsOf } from './paypal-objects.ts';
import { nextRefund, refundCapture } from './paypal-payments.ts';

const fundings = new Set<unknown>(['completes', 'declines', 'pends']);
const refundStatuses = new Set<unknown>(['COMPLETED', 'PENDING', 'FAILED']);

function textOf(body: ControlBody, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw new Error(`${name} is missing.`);
  return value;
}

function findOrder(context: SandboxContext, body: ControlBody) {
  const found = anywhere(context, 'orders', textOf(body, 'order'));
  if (!found) throw new Error('There is no such order.');
  return { account: found.account, order: found.object };
}

/** By the payment's id, or by its order's. */
function captureOf(context: SandboxContext, body: ControlBody) {
  const id =
    typeof body.capture === 'string' ? body.capture : findOrder(context, body).order.captureId;
  const found = anywhere(context, 'captures', id ?? '');
  if (!found) throw new Error('There is no such payment.');
  return { account: found.account, capture: found.object };
}

/** An amount such as "12.50" in a currency. */
function amountOf(value: unknown, currency: string) {
  if (typeof value !== 'string' || !/^\d+(\.\d{1,2})?$/.test(value)) {
    throw new Error('amount is a string such as "12.50".');
  }
  const [units = '0', fraction = ''] = value.split('.');
  return moneyOf(BigInt(units) * 100n + BigInt(fraction.padEnd(2, '0')), currency);
}

/**
 * Posts a body to an address as if PayPal had: signed for a webhook or not, now or some time ago.
 * @returns the receiver's status
 */
async function forge(context: SandboxContext, body: ControlBody): Promise<object> {
  const event = typeof body.body === 'string' ? body.body : JSON.stringify(body.event ?? {});
  const seconds = typeof body.age === 'number' ? body.age : 0;
  const transmission = {
    id: randomUUID(),
    time: instant(context.clock.wallTime() - seconds * 1000),
    webhookId: typeof body.webhook === 'string' ? body.webhook : 'FORGED',
  };
  const signature =
    body.sign === false
      ? Buffer.from('not a signature').toString('base64')
      : paypalSignature(context, transmission, event);
  const answer = await fetch(textOf(body, 'url'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': certificateUrl(context),
      'paypal-transmission-id': transmission.id,
      'paypal-transmission-time': transmission.time,
      'paypal-transmission-sig': signature,
    },
    body: event,
  });
  await answer.body?.cancel();
  return { status: answer.status };
}

export function paypalControls(context: SandboxContext): Route[] {
  const decide = (status: 'COMPLETED' | 'DECLINED') => (body: ControlBody) => {
    const { account, capture } = captureOf(context, body);
    decideCapture(context, account, capture, status);
    return { capture: capture.id };
  };
  const revoke = (revoked: boolean) => (body: ControlBody) => {
    setRevoked(context, textOf(body, 'clientId'), revoked);
    return { revoked };
  };
  return [
    control('paypal/approve', (body) => {
      const { account, order } = findOrder(context, body);
      const funding = body.funding ?? 'completes';
      if (!fundings.has(funding)) throw new Error('funding is completes, declines or pends.');
      if (order.status === 'COMPLETED') throw new Error('This order is paid.');
      approveOrder(context, account, order, funding as Funding);
      return { order: order.id, status: order.status };
    }),
    control('paypal/expire', (body) => {
      const { order } = findOrder(context, body);
      order.expired = true;
      return { order: order.id };
    }),
    /** Changes what an order holds behind the merchant's back. */
    control('paypal/alter', (body) => {
      const { order } = findOrder(context, body);
      const currency =
        typeof body.currency === 'string' ? body.currency : order.unit.amount.currency_code;
      const amount = body.amount ?? order.unit.amount.value;
      order.unit = { ...order.unit, amount: amountOf(amount, currency) };
      if (typeof body.customId === 'string') order.unit.custom_id = body.customId;
      return { order: order.id, ...order.unit };
    }),
    control('paypal/complete', decide('COMPLETED')),
    control('paypal/deny', decide('DECLINED')),
    control('paypal/refund', (body) => {
      const { account, capture } = captureOf(context, body);
      const amount =
        body.amount === undefined
          ? {}
          : { amount: amountOf(body.amount, capture.amount.currency_code) };
      return { refund: refundCapture(context, account, capture, amount).id };
    }),
    control('paypal/reverse', (body) => {
      const { account, capture } = captureOf(context, body);
      const reversal = refundCapture(context, account, capture, {}, 'PAYMENT.CAPTURE.REVERSED');
      return { refund: reversal.id };
    }),
    control('paypal/next-refund', (body) => {
      if (!refundStatuses.has(body.status)) {
        throw new Error('status is COMPLETED, PENDING or FAILED.');
      }
      const status = body.status as 'COMPLETED' | 'PENDING' | 'FAILED';
      nextRefund(paypalAccount(context, textOf(body, 'clientId'))).put('next', { status });
      return { status };
    }),
    control('paypal/dispute', (body) => {
      const { account, capture } = captureOf(context, body);
      return { dispute: openDispute(context, account, capture).id, capture: capture.id };
    }),
    control('paypal/dispute/resolve', (body) => {
      const { account, capture } = captureOf(context, body);
      if (body.outcome !== 'won' && body.outcome !== 'lost') {
        throw new Error('outcome is won or lost.');
      }
      return { dispute: resolveDispute(context, account, capture, body.outcome === 'won').id };
    }),
    control('paypal/revoke', revoke(true)),
    control('paypal/restore', revoke(false)),
    control('paypal/end-tokens', (body) => {
      endTokens(context, textOf(body, 'clientId'));
      return { now: new Date(context.clock.now()).toISOString() };
    }),
    control('paypal/forge', (body) => forge(context, body)),
    control('paypal/order', (body) => {
      const { account, order } = findOrder(context, body);
      const captures = objectsOf(account, 'captures')
        .values()
        .filter(({ orderId }) => orderId === order.id);
      return { order, captures };
    }),
  ];
}
