/** Payments v2: captures and their refunds; Disputes v1: what payers object to. */
import type * as z from 'zod';
import { runWhenDue, type SandboxContext, type Work } from '../sandbox-context.ts';
import { capitals, digits, randomText } from '../state/ids.ts';
import { unprocessable } from './error.ts';
import { type EventName, emit } from './events.ts';
import { checkedMoney, toHundredths, toMoney } from './money.ts';
import { type Capture, type Dispute, find, newPaypalId, objects, type Refund } from './objects.ts';
import { type Call, idempotent, type Operation, operation } from './operation.ts';
import { presentCapture, presentDispute, presentRefund } from './present.ts';
import { refundSchema } from './schemas.ts';

/** How long a pending payment stays so when nobody decides it: time enough to see it. */
const pendingMs = 120_000;

/** Decides a pending payment. @throws Error for one that is not pending */
export function decideCapture(work: Work, capture: Capture, completes: boolean): void {
  if (capture.status !== 'PENDING') throw new Error('This payment is not pending.');
  capture.status = completes ? 'COMPLETED' : 'DECLINED';
  capture.reason = null;
  capture.updatedAt = work.context.clock.now();
  const event = completes ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED';
  emit(work, event, presentCapture(work, capture));
}

/** Pending payments complete by themselves, so that a person sees both states. */
export function completePending(context: SandboxContext): void {
  runWhenDue(context, function* due(work) {
    for (const capture of objects(work, 'captures').values()) {
      if (capture.status !== 'PENDING') continue;
      const run = () => decideCapture(work, capture, true);
      yield { at: capture.createdAt + pendingMs, run };
    }
  });
}

const findOpenDispute = (work: Work, { id }: Capture): Dispute | undefined =>
  objects(work, 'disputes')
    .list()
    .find(({ captureId, status }) => captureId === id && status === 'OPEN');

const notRefundable = new Map<Capture['status'], Parameters<typeof unprocessable>[0]>([
  ['REFUNDED', 'CAPTURE_FULLY_REFUNDED'],
  ['PENDING', 'PENDING_CAPTURE'],
  ['DECLINED', 'REFUND_NOT_ALLOWED'],
]);

/** Gives back, and says so. @throws PaypalError 422 */
export function refundCapture(
  work: Work,
  capture: Capture,
  asked: z.output<typeof refundSchema>,
  event: EventName = 'PAYMENT.CAPTURE.REFUNDED',
): Refund {
  const reason = notRefundable.get(capture.status);
  if (reason) throw unprocessable(reason);
  if (asked.amount && findOpenDispute(work, capture)) throw unprocessable('TRANSACTION_DISPUTED');
  const currency = capture.amount.currency_code;
  const before = BigInt(capture.refunded);
  const left = toHundredths(capture.amount) - before;
  const amount = asked.amount ? checkedMoney(asked.amount, '/amount') : toMoney(left, currency);
  if (amount.currency_code !== currency) {
    const at = { field: '/amount/currency_code', value: amount.currency_code };
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', at);
  }
  if (toHundredths(amount) > left) {
    throw unprocessable('REFUND_AMOUNT_EXCEEDED', { field: '/amount/value', value: amount.value });
  }
  const next = objects(work, 'next-refund');
  const status = next.get('next')?.status ?? 'COMPLETED';
  next.delete('next');
  const now = work.context.clock.now();
  const total = status === 'FAILED' ? before : before + toHundredths(amount);
  const id = newPaypalId();
  const refund = objects(work, 'refunds').put(id, {
    id,
    captureId: capture.id,
    status,
    amount,
    createdAt: now,
  });
  capture.refunded = `${total}`;
  capture.updatedAt = now;
  if (total >= toHundredths(capture.amount)) capture.status = 'REFUNDED';
  else if (total > 0n) capture.status = 'PARTIALLY_REFUNDED';
  if (status !== 'FAILED') emit(work, event, presentRefund(work, refund));
  return refund;
}

export function openDispute(work: Work, capture: Capture): Dispute {
  const now = work.context.clock.now();
  const id = `PP-R-${randomText(3, capitals)}-${randomText(8, digits)}`;
  const dispute = objects(work, 'disputes').put(id, {
    id,
    captureId: capture.id,
    status: 'OPEN',
    outcome: null,
    amount: capture.amount,
    createdAt: now,
    updatedAt: now,
  });
  emit(work, 'CUSTOMER.DISPUTE.CREATED', presentDispute(work, dispute));
  return dispute;
}

/** PayPal decides; a lost dispute takes the money back. @throws Error where none is open */
export function resolveDispute(work: Work, capture: Capture, won: boolean): Dispute {
  const dispute = findOpenDispute(work, capture);
  if (!dispute) throw new Error('No dispute is open for this payment.');
  dispute.status = 'RESOLVED';
  dispute.outcome = won ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR';
  dispute.updatedAt = work.context.clock.now();
  if (!won && capture.status !== 'REFUNDED') {
    refundCapture(work, capture, {}, 'PAYMENT.CAPTURE.REVERSED');
  }
  emit(work, 'CUSTOMER.DISPUTE.RESOLVED', presentDispute(work, dispute));
  return dispute;
}

const captures = '/v2/payments/captures/:id';
const disputes = '/v1/customer/disputes';
const findCapture = (call: Call) => find(call, 'captures', call.id, 'capture_id');

export const paymentOperations: Operation[] = [
  operation('GET', captures, (call) => ({ body: presentCapture(call, findCapture(call)) })),
  idempotent({
    path: `${captures}/refund`,
    schema: refundSchema,
    name: 'refund',
    // Payments v2; six hours is for orders.
    lifetime: 45 * 24 * 3_600_000,
    make: (call, asked) => refundCapture(call, findCapture(call), asked).id,
    show: (call, id) => presentRefund(call, find(call, 'refunds', id, 'refund_id'), call.whole),
  }),
  operation('GET', disputes, (call) => {
    const wanted = call.incoming.query.get('disputed_transaction_id');
    const items = objects(call, 'disputes')
      .list()
      .filter(({ captureId }) => (wanted ?? captureId) === captureId)
      .map((dispute) => presentDispute(call, dispute, false));
    const links = [{ href: call.context.url + disputes, rel: 'self', method: 'GET' }];
    // Documented with at least one item, so a list without any has no items at all.
    return { body: { items: items.length > 0 ? items : undefined, links } };
  }),
  operation('GET', `${disputes}/:id`, (call) => ({
    body: presentDispute(call, find(call, 'disputes', call.id, 'id')),
  })),
];
