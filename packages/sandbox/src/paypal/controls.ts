/** What tests do to the PayPal side, under `/_sandbox/paypal/`. */
import * as z from 'zod';
import { control } from '../controls/controls.ts';
import type { Route } from '../http/route.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { prepareTransmission } from './events.ts';
import { type Money, toHundredths, toMoney } from './money.ts';
import { findAnywhere, fundings, objects } from './objects.ts';
import { approveOrder } from './orders.ts';
import { decideCapture, openDispute, refundCapture, resolveDispute } from './payments.ts';
import { endTokens, paypalWork, setRevoked } from './tokens.ts';

const byOrder = z.object({ order: z.string() });
/** By the payment's id, or by its order's. */
const byCapture = z.object({ capture: z.string(), order: z.string() }).partial();
const byClient = z.object({ clientId: z.string() });
const amount = z.string().regex(/^\d+(\.\d{1,2})?$/);

const asMoney = (value: string, currency: string): Money =>
  toMoney(toHundredths({ value }), currency);

export function paypalControls(context: SandboxContext): Route[] {
  const findOrder = (id = '') => {
    const found = findAnywhere(context, 'orders', id);
    if (!found) throw new Error('There is no such order.');
    return { work: found.work, order: found.object };
  };
  const findCapture = ({ capture, order }: z.output<typeof byCapture>) => {
    const id = capture ?? findOrder(order).order.captureId ?? '';
    const found = findAnywhere(context, 'captures', id);
    if (!found) throw new Error('There is no such payment.');
    return { work: found.work, capture: found.object };
  };
  const decide = (path: string, status: 'COMPLETED' | 'DECLINED') =>
    control(`paypal/${path}`, byCapture, (which) => {
      const { work, capture } = findCapture(which);
      decideCapture(work, capture, status);
    });
  const revoke = (path: string, revoked: boolean) =>
    control(`paypal/${path}`, byClient, ({ clientId }) =>
      setRevoked(paypalWork(context, clientId), revoked),
    );
  return [
    control(
      'paypal/approve',
      byOrder.extend({ funding: z.enum(fundings).default('completes') }),
      ({ order: id, funding }) => {
        const { work, order } = findOrder(id);
        if (order.status === 'COMPLETED') throw new Error('This order is paid.');
        approveOrder(work, order, funding);
        return { order: id, status: order.status };
      },
    ),
    control('paypal/expire', byOrder, ({ order: id }) => {
      findOrder(id).order.expired = true;
      return { order: id };
    }),
    // Changes what an order holds behind the merchant's back.
    control(
      'paypal/alter',
      byOrder.extend({ amount, currency: z.string(), customId: z.string() }),
      ({ order: id, amount: value, currency, customId }) => {
        const { order } = findOrder(id);
        order.unit = { ...order.unit, amount: asMoney(value, currency), custom_id: customId };
        return order.unit;
      },
    ),
    decide('complete', 'COMPLETED'),
    decide('deny', 'DECLINED'),
    control('paypal/refund', byCapture.extend({ amount: amount.optional() }), (which) => {
      const { work, capture } = findCapture(which);
      const currency = capture.amount.currency_code;
      const asked = which.amount ? { amount: asMoney(which.amount, currency) } : {};
      return { refund: refundCapture(work, capture, asked).id };
    }),
    control('paypal/reverse', byCapture, (which) => {
      const { work, capture } = findCapture(which);
      return { refund: refundCapture(work, capture, {}, 'PAYMENT.CAPTURE.REVERSED').id };
    }),
    control(
      'paypal/next-refund',
      byClient.extend({ status: z.enum(['COMPLETED', 'PENDING', 'FAILED']) }),
      ({ clientId, status }) =>
        objects(paypalWork(context, clientId), 'next-refund').put('next', { status }),
    ),
    control('paypal/dispute', byCapture, (which) => {
      const { work, capture } = findCapture(which);
      return { dispute: openDispute(work, capture).id, capture: capture.id };
    }),
    control(
      'paypal/dispute/resolve',
      byCapture.extend({ outcome: z.enum(['won', 'lost']) }),
      (which) => {
        const { work, capture } = findCapture(which);
        return { dispute: resolveDispute(work, capture, which.outcome === 'won').id };
      },
    ),
    revoke('revoke', true),
    revoke('restore', false),
    control('paypal/end-tokens', byClient, ({ clientId }) =>
      endTokens(paypalWork(context, clientId)),
    ),
    // Posts a body to an address as if PayPal had: signed for a webhook or not, now or some time ago.
    control(
      'paypal/forge',
      z.object({
        url: z.string(),
        event: z.object({}).loose(),
        webhook: z.string().default('FORGED'),
        sign: z.boolean().default(true),
        age: z.number().default(0),
      }),
      async ({ url, event, webhook, sign, age }) => {
        const sent = prepareTransmission(context, url, webhook, JSON.stringify(event), age * 1000);
        if (!sign) sent.headers['paypal-transmission-sig'] = btoa('not a signature');
        const { headers, body } = sent;
        const answer = await fetch(url, { method: 'POST', headers, body });
        await answer.body?.cancel();
        return { status: answer.status };
      },
    ),
    control('paypal/order', byOrder, ({ order: id }) => {
      const { work, order } = findOrder(id);
      const captures = objects(work, 'captures').list();
      return { order, captures: captures.filter(({ orderId }) => orderId === id) };
    }),
  ];
}
