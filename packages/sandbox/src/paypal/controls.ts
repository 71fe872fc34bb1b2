/** What tests do to the PayPal side, under `/_sandbox/paypal/`. */
import * as z from 'zod';
import { control } from '../controls/controls.ts';
import type { Route } from '../http/route.ts';
import type { SandboxContext, Work } from '../sandbox-context.ts';
import { prepareTransmission } from './events.ts';
import { type Money, toHundredths, toMoney } from './money.ts';
import { type Capture, findAnywhere, fundings, objects } from './objects.ts';
import { approveOrder } from './orders.ts';
import { decideCapture, openDispute, refundCapture, resolveDispute } from './payments.ts';
import { endTokens, paypalWork, setRevoked } from './tokens.ts';

const byOrder = z.object({ order: z.string() });
/** By the payment's id, or by its order's. */
const byCapture = z.object({ capture: z.string(), order: z.string() }).partial();
const byClient = z.object({ clientId: z.string() });
const amount = z.string().regex(/^\d+(\.\d{1,2})?$/);
const approval = byOrder.extend({ funding: z.enum(fundings).default('completes') });
const alteration = byOrder.extend({ amount, currency: z.string(), customId: z.string() });
const outcome = byClient.extend({ status: z.enum(['COMPLETED', 'PENDING', 'FAILED']) });
const forgery = z.object({
  url: z.string(),
  event: z.object({}).loose(),
  webhook: z.string().default('FORGED'),
  sign: z.boolean().default(true),
  age: z.number().default(0),
});

const asMoney = (value: string, currency: string): Money =>
  toMoney(toHundredths({ value }), currency);

export function paypalControls(context: SandboxContext): Route[] {
  const findOrder = (id = '') => {
    const found = findAnywhere(context, 'orders', id);
    if (!found) throw new Error('There is no such order.');
    return found;
  };
  /** A control of a payment. */
  const ofCapture = <S extends z.ZodRawShape>(
    path: string,
    more: S,
    run: (work: Work, capture: Capture, what: z.output<z.ZodObject<S>>) => unknown,
  ): Route =>
    control(`paypal/${path}`, byCapture.extend(more), (what) => {
      const { capture, order } = what as z.output<typeof byCapture>;
      const id = capture ?? findOrder(order).object.captureId ?? '';
      const found = findAnywhere(context, 'captures', id);
      if (!found) throw new Error('There is no such payment.');
      return run(found.work, found.object, what as z.output<z.ZodObject<S>>);
    });
  const ofClient = (path: string, run: (work: Work) => void) =>
    control(`paypal/${path}`, byClient, ({ clientId }) => run(paypalWork(context, clientId)));
  return [
    control('paypal/approve', approval, ({ order: id, funding }) => {
      const { work, object: order } = findOrder(id);
      if (order.status === 'COMPLETED') throw new Error('This order is paid.');
      approveOrder(work, order, funding);
    }),
    control('paypal/expire', byOrder, ({ order: id }) => {
      findOrder(id).object.expired = true;
    }),
    // Changes what an order holds behind the merchant's back.
    control('paypal/alter', alteration, ({ order: id, currency, customId, ...what }) => {
      const { unit } = findOrder(id).object;
      Object.assign(unit, { amount: asMoney(what.amount, currency), custom_id: customId });
    }),
    ofCapture('complete', {}, (work, capture) => decideCapture(work, capture, true)),
    ofCapture('deny', {}, (work, capture) => decideCapture(work, capture, false)),
    ofCapture('refund', { amount: amount.optional() }, (work, capture, { amount: value }) => {
      const currency = capture.amount.currency_code;
      return refundCapture(work, capture, value ? { amount: asMoney(value, currency) } : {});
    }),
    ofCapture('reverse', {}, (work, capture) =>
      refundCapture(work, capture, {}, 'PAYMENT.CAPTURE.REVERSED'),
    ),
    ofCapture('dispute', {}, openDispute),
    ofCapture('dispute/resolve', { outcome: z.enum(['won', 'lost']) }, (work, capture, what) =>
      resolveDispute(work, capture, what.outcome === 'won'),
    ),
    control('paypal/next-refund', outcome, ({ clientId, status }) =>
      objects(paypalWork(context, clientId), 'next-refund').put('next', { status }),
    ),
    ofClient('revoke', (work) => setRevoked(work, true)),
    ofClient('restore', (work) => setRevoked(work, false)),
    ofClient('end-tokens', endTokens),
    // Posts a body to an address as if PayPal had: signed for a webhook or not, now or some time ago.
    control('paypal/forge', forgery, async ({ url, event, webhook, sign, age }) => {
      const sent = prepareTransmission(context, url, webhook, JSON.stringify(event), age * 1000);
      if (!sign) sent.headers['paypal-transmission-sig'] = btoa('not a signature');
      const { headers, body } = sent;
      const answer = await fetch(url, { method: 'POST', headers, body });
      await answer.body?.cancel();
      return { status: answer.status };
    }),
    control('paypal/order', byOrder, ({ order: id }) => {
      const { work, object: order } = findOrder(id);
      const captures = objects(work, 'captures')
        .list()
        .filter(({ orderId }) => orderId === id);
      const ids = captures.map((capture) => capture.id);
      const refunds = objects(work, 'refunds')
        .list()
        .filter(({ captureId }) => ids.includes(captureId));
      return { order, captures, refunds };
    }),
  ];
}
