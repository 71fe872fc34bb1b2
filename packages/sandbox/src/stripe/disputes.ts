/** Disputes: the customer's bank takes the money back, and decides later whose it is. */
import type Stripe from 'stripe';
import { newId } from '../state/ids.ts';
import { newBalanceTransaction } from './charges.ts';
import { emit } from './events.ts';
import { string } from './fields.ts';
import { nulls, objects, toId, type Work } from './objects.ts';
import { listOperation, type Operation, readOperation } from './operation.ts';

const week = 7 * 24 * 60 * 60;

const noEvidence: Stripe.Dispute.Evidence = {
  ...nulls(
    'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure',
  ),
  ...nulls('cancellation_rebuttal customer_communication customer_email_address customer_name'),
  ...nulls('customer_purchase_ip customer_signature duplicate_charge_documentation'),
  ...nulls('duplicate_charge_explanation duplicate_charge_id product_description receipt'),
  ...nulls('refund_policy refund_policy_disclosure refund_refusal_explanation service_date'),
  ...nulls('service_documentation shipping_address shipping_carrier shipping_date'),
  ...nulls('shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text'),
  enhanced_evidence: {},
};

/** Opens a dispute of a charge: its money is withdrawn at once. */
export function openDispute(work: Work, charge: Stripe.Charge): Stripe.Dispute {
  const id = newId('du');
  const created = work.context.clock.seconds();
  const amount = charge.amount - charge.amount_refunded;
  const { currency } = charge;
  const change = { amount: -amount, currency, fee: 1_500, source: id };
  const network = { network: 'visa' as const, network_reason_code: '10.4' };
  const dispute = objects(work, 'disputes').put(id, {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [newBalanceTransaction(work, { ...change, type: 'adjustment' })],
    charge: charge.id,
    created,
    currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: created + week,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: network.network_reason_code,
    payment_intent: toId(charge.payment_intent),
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', ...network },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
  });
  charge.disputed = true;
  emit(work, 'charge.dispute.created', dispute);
  emit(work, 'charge.dispute.funds_withdrawn', dispute);
  emit(work, 'charge.updated', charge, { disputed: false });
  return dispute;
}

/** The bank decides. Won: the money comes back. */
export function closeDispute(work: Work, dispute: Stripe.Dispute, outcome: 'won' | 'lost'): void {
  const { amount, currency, id: source } = dispute;
  dispute.status = outcome;
  if (outcome === 'won') {
    const returned = newBalanceTransaction(work, { amount, currency, source, type: 'adjustment' });
    dispute.balance_transactions.push(returned);
    emit(work, 'charge.dispute.funds_reinstated', dispute);
  }
  emit(work, 'charge.dispute.closed', dispute);
}

export const disputeOperations: Operation[] = [
  listOperation('/v1/disputes', 'disputes', { charge: string, payment_intent: string }),
  readOperation('/v1/disputes', 'disputes'),
];
