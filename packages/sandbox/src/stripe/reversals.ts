/** What takes a payment's money back: refunds by the merchant, and disputes by the customer's bank. */
import type Stripe from 'stripe';
import { newId } from '../state/ids.ts';
import { checkAmount, formatAmount } from './amounts.ts';
import { invalid } from './error.ts';
import { emit } from './events.ts';
import { hash, positive, string } from './fields.ts';
import { type Charge, create, find, findLinked, toId, type Work } from './objects.ts';
import { listOperation, type Operation, operation } from './operation.ts';

function findCharge(work: Work, intentId: string): Charge {
  const intent = find(work, 'payment_intents', intentId, 'payment_intent');
  const charge = findLinked(work, 'charges', intent.latest_charge);
  if (intent.status === 'succeeded' && charge) return charge;
  throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
    code: 'payment_intent_unexpected_state',
    param: 'payment_intent',
  });
}

function checkRefundable({ id, currency, ...charge }: Charge, left: number, amount: number): void {
  if (charge.refunded || left <= 0) {
    const message = `Charge ${id} has already been refunded.`;
    throw invalid(message, { code: 'charge_already_refunded' });
  }
  if (charge.disputed) {
    const message = `Charge ${id} has been charged back; cannot issue a refund.`;
    throw invalid(message, { code: 'charge_disputed' });
  }
  checkAmount(amount, currency, 'amount');
  if (amount > left) {
    throw invalid(
      `Refund amount (${formatAmount(amount, currency)}) is greater than unrefunded amount on charge (${formatAmount(left, currency)})`,
      { param: 'amount' },
    );
  }
}

function refundCharge(work: Work, charge: Charge, amount: number): Stripe.Refund {
  const { currency, amount_refunded: before, refunded } = charge;
  const refund = create(work, 'refunds', {
    id: newId('re'),
    amount,
    charge: charge.id,
    currency,
    customer: toId(charge.customer),
    payment_intent: toId(charge.payment_intent),
    payment_method: charge.payment_method,
  });
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  emit(work, 'charge.refunded', charge, { amount_refunded: before, refunded });
  return refund;
}

/** The bank sends a refund back: the money is the merchant's again. */
export function failRefund(work: Work, refund: Stripe.Refund): Stripe.Refund {
  const charge = findLinked(work, 'charges', refund.charge);
  if (!charge || refund.status === 'failed') throw new Error('This refund cannot fail any more.');
  refund.status = 'failed';
  refund.failure_reason = 'lost_or_stolen_card';
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  emit(work, 'refund.updated', refund, { status: 'succeeded' });
  emit(work, 'refund.failed', refund);
  return refund;
}

const week = 7 * 24 * 60 * 60;

/** Opens a dispute of a charge: its money is withdrawn at once. */
export function openDispute(work: Work, charge: Charge): Stripe.Dispute {
  const dispute = create(work, 'disputes', {
    id: newId('du'),
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    currency: charge.currency,
    evidence_details: { due_by: work.context.clock.seconds() + week },
    payment_intent: toId(charge.payment_intent),
  });
  charge.disputed = true;
  emit(work, 'charge.dispute.created', dispute);
  return dispute;
}

/** The bank decides. Won: the money comes back. */
export function closeDispute(work: Work, dispute: Stripe.Dispute, outcome: 'won' | 'lost'): void {
  dispute.status = outcome;
  emit(work, 'charge.dispute.closed', dispute);
}

const path = '/v1/refunds';
const refundFields = hash({ amount: positive.optional(), payment_intent: string });

export const reversalOperations: Operation[] = [
  operation('POST', path, refundFields, (call) => {
    const charge = findCharge(call, call.params.payment_intent);
    const left = charge.amount - charge.amount_refunded;
    const { amount = left } = call.params;
    checkRefundable(charge, left, amount);
    return refundCharge(call, charge, amount);
  }),
  listOperation(path, 'refunds', { payment_intent: string }),
  listOperation('/v1/disputes', 'disputes', { payment_intent: string }),
  listOperation('/v1/charges', 'charges', { payment_intent: string }),
];
