/** What payers and PayPal itself do with orders and payments. */
import type { SandboxContext } from '../sandbox-context.ts';
import type { DueWork } from '../state/clock.ts';
import type { Account } from '../state/store.ts';
import { emitPaypal } from './paypal-events.ts';
import { newDisputeId, newPayerId } from './paypal-ids.ts';
import type { Capture, Dispute, Funding, Order } from './paypal-objects.ts';
import { objectsOf } from './paypal-objects.ts';
import { refundCapture } from './paypal-payments.ts';
import { presentCapture, presentDispute, presentOrder } from './present-paypal.ts';

/** How long a pending payment stays so when nobody decides it: time enough to see it. */
const pendingMs = 120_000;

/** The payer agrees. Nothing is taken: that is for the merchant's server to do. */
export function approveOrder(
  context: SandboxContext,
  account: Account,
  order: Order,
  funding: Funding,
): void {
  order.status = 'APPROVED';
  order.funding = funding;
  order.declined = false;
  order.payerId ??= newPayerId();
  order.updatedAt = context.clock.now();
  emitPaypal(context, account, 'CHECKOUT.ORDER.APPROVED', presentOrder(context, account, order));
}

/** Decides a pending payment. @throws Error for one that is not pending */
export function decideCapture(
  context: SandboxContext,
  account: Account,
  capture: Capture,
  status: 'COMPLETED' | 'DECLINED',
): void {
  if (capture.status !== 'PENDING') throw new Error('This payment is not pending.');
  capture.status = status;
  capture.reason = null;
  capture.updatedAt = context.clock.now();
  const event = status === 'COMPLETED' ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED';
  emitPaypal(context, account, event, presentCapture(context, capture));
}

/** The payer objects. */
export function openDispute(context: SandboxContext, account: Account, capture: Capture): Dispute {
  const now = context.clock.now();
  const dispute: Dispute = {
    id: newDisputeId(),
    captureId: capture.id,
    status: 'OPEN',
    outcome: null,
    amount: capture.amount,
    createdAt: now,
    updatedAt: now,
  };
  objectsOf(account, 'disputes').put(dispute.id, dispute);
  emitPaypal(context, account, 'CUSTOMER.DISPUTE.CREATED', presentDispute(context, dispute));
  return dispute;
}

/** PayPal decides; a lost dispute takes the money back. @throws Error where none is open */
export function resolveDispute(
  context: SandboxContext,
  account: Account,
  capture: Capture,
  won: boolean,
): Dispute {
  const dispute = objectsOf(account, 'disputes')
    .values()
    .find(({ captureId, status }) => captureId === capture.id && status === 'OPEN');
  if (!dispute) throw new Error('No dispute is open for this payment.');
  dispute.status = 'RESOLVED';
  dispute.outcome = won ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR';
  dispute.updatedAt = context.clock.now();
  if (!won && capture.status !== 'REFUNDED')
    refundCapture(context, account, capture, {}, 'PAYMENT.CAPTURE.REVERSED');
  emitPaypal(context, account, 'CUSTOMER.DISPUTE.RESOLVED', presentDispute(context, dispute));
  return dispute;
}

/** Pending payments complete by themselves, so that a person sees both states. */
export function completePending(context: SandboxContext): void {
  context.clock.onDue(function* due(until): Iterable<DueWork> {
    for (const account of context.store.accounts()) {
      if (!account.key.startsWith('paypal:')) continue;
      for (const capture of objectsOf(account, 'captures').values()) {
        const at = capture.createdAt + pendingMs;
        if (capture.status !== 'PENDING' || at > until) continue;
        yield { at, run: () => decideCapture(context, account, capture, 'COMPLETED') };
      }
    }
  });
}
