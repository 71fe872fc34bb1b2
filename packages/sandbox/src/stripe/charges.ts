/** Charges: one for each try to take money. */
import type Stripe from 'stripe';
import { newId } from '../state/ids.ts';
import type { Decline } from './cards.ts';
import { string } from './fields.ts';
import { type Charge, create, fill, type Intent, type Method, toId, type Work } from './objects.ts';
import { listOperation, type Operation } from './operation.ts';

function describeMethod(
  { card, us_bank_account: bank }: Method,
  amount: number,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails {
  if (!card) {
    const shown = fill<Stripe.Charge.PaymentMethodDetails.UsBankAccount>('bank_details', {
      last4: bank?.last4 ?? null,
    });
    return { type: 'us_bank_account', us_bank_account: shown };
  }
  const { brand, checks, exp_month, exp_year, fingerprint, last4 } = card;
  const shown = fill<Stripe.Charge.PaymentMethodDetails.Card>('card_details', {
    amount_authorized: amount,
    brand,
    checks: { cvc_check: checks?.cvc_check && 'pass' },
    exp_month,
    exp_year,
    fingerprint,
    last4,
    network: brand,
  });
  if (authenticated) {
    shown.electronic_commerce_indicator = '05';
    shown.three_d_secure = fill<Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure>(
      'three_d_secure',
      {},
    );
  }
  return { type: 'card', card: shown };
}

interface ChargeTry {
  intent: Intent;
  method: Method;
  authenticated?: boolean;
  decline?: Decline;
  /** A bank debit that is under way. */
  pending?: boolean;
}

/** Writes the charge of a try, good or bad. */
export function newCharge(work: Work, tried: ChargeTry): Charge {
  const { intent, method, authenticated = false, decline, pending = false } = tried;
  const { amount, currency, description, metadata, receipt_email } = intent;
  const id = newId(method.type === 'card' ? 'ch' : 'py');
  const charge = create(work, 'charges', {
    id,
    amount,
    amount_captured: decline ? 0 : amount,
    billing_details: method.billing_details,
    captured: !decline,
    currency,
    customer: toId(intent.customer),
    description,
    failure_code: decline?.code,
    failure_message: decline?.message,
    metadata,
    outcome: decline && {
      network_decline_code: '05',
      network_status: 'declined_by_network',
      reason: decline.declineCode,
      seller_message: 'The bank did not return any further details with this decline.',
      type: 'issuer_declined',
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: describeMethod(method, amount, authenticated),
    receipt_email,
    receipt_url: decline ? null : `${work.context.url}/receipts/${id}`,
    status: decline ? 'failed' : pending ? 'pending' : 'succeeded',
  });
  intent.latest_charge = id;
  return charge;
}

export const chargeOperations: Operation[] = [
  listOperation('/v1/charges', 'charges', { payment_intent: string }),
];
