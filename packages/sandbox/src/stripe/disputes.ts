/** Disputes: the customer's bank takes the money back, and decides later whose it is. */
import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/new-id.ts';
import type { ApiRoute, Work } from './api-call.ts';
import { newBalanceTransaction } from './charges.ts';
import { emit } from './events.ts';
import { string } from './params.ts';
import { resource } from './resource.ts';
import { idOf, objects } from './stripe-objects.ts';

const day = 24 * 60 * 60;

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** Opens a dispute of a charge: its money is withdrawn at once. */
export function openDispute(work: Work, charge: Stripe.Charge): Stripe.Dispute {
  const id = newId('du');
  const created = work.context.clock.seconds();
  const amount = charge.amount - charge.amount_refunded;
  const withdrawn = newBalanceTransaction(work, {
    amount: -amount,
    currency: charge.currency,
    fee: 1_500,
    source: id,
    type: 'adjustment',
  });
  const dispute: Stripe.Dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [withdrawn],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...noEvidence },
    evidence_details: {
      due_by: created + 7 * day,
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
    network_reason_code: '10.4',
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      card: {
        brand: 'visa',
        case_type: 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
  };
  objects(work.account, 'disputes').put(id, dispute);
  charge.disputed = true;
  emit(work, 'charge.dispute.created', dispute);
  emit(work, 'charge.dispute.funds_withdrawn', dispute);
  emit(work, 'charge.updated', charge, { disputed: false });
  return dispute;
}

/** The bank decides. Won: the money comes back. */
export function closeDispute(work: Work, dispute: Stripe.Dispute, outcome: 'won' | 'lost'): void {
  dispute.status = outcome;
  if (outcome === 'won') {
    dispute.balance_transactions.push(
      newBalanceTransaction(work, {
        amount: dispute.amount,
        currency: dispute.currency,
        source: dispute.id,
        type: 'adjustment',
      }),
    );
    emit(work, 'charge.dispute.funds_reinstated', dispute);
  }
  emit(work, 'charge.dispute.closed', dispute);
}

export function disputeRoutes(context: SandboxContext): ApiRoute[] {
  const disputes = resource(context, '/v1/disputes', 'disputes');
  return [
    disputes.list({ charge: string, payment_intent: string }),
    disputes.read(),
    disputes.action('close', {}, (dispute, call) => closeDispute(call, dispute, 'lost')),
  ];
}
