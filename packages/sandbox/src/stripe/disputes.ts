/** Disputes: the customer's bank takes the money back, and decides later whose it is. */
import type Stripe from 'stripe';
import { newId } from '../state/ids.ts';
import { emit } from './events.ts';
import { string } from './fields.ts';
import { create, fill, toId, type Work } from './objects.ts';
import { listOperation, type Operation } from './operation.ts';

const week = 7 * 24 * 60 * 60;

/** Opens a dispute of a charge: its money is withdrawn at once. */
export function openDispute(work: Work, charge: Stripe.Charge): Stripe.Dispute {
  const id = newId('du');
  const due_by = work.context.clock.seconds() + week;
  const dispute = create(work, 'disputes', {
    id,
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    currency: charge.currency,
    evidence_details: fill<Stripe.Dispute.EvidenceDetails>('evidence_details', { due_by }),
    payment_intent: toId(charge.payment_intent),
  });
  charge.disputed = true;
  emit(work, 'charge.dispute.created', dispute);
  emit(work, 'charge.dispute.funds_withdrawn', dispute);
  emit(work, 'charge.updated', charge, { disputed: false });
  return dispute;
}

/** The bank decides. Won: the money comes back. */
export function closeDispute(work: Work, dispute: Stripe.Dispute, outcome: 'won' | 'lost'): void {
  dispute.status = outcome;
  if (outcome === 'won') emit(work, 'charge.dispute.funds_reinstated', dispute);
  emit(work, 'charge.dispute.closed', dispute);
}

export const disputeOperations: Operation[] = [
  listOperation('/v1/disputes', 'disputes', { payment_intent: string }),
];
