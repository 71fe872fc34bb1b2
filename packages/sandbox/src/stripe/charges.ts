/** Charges: one for each try to take money. */
import type Stripe from 'stripe';
import { newId } from '../state/ids.ts';
import type { Decline } from './cards.ts';
import { string } from './fields.ts';
import { create, fill, toId, type Work } from './objects.ts';
import { listOperation, type Operation } from './operation.ts';

function methodDetails(
  { card, us_bank_account: bank }: Stripe.PaymentMethod,
  amount: number,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails {
  if (card) {
    const {
      brand,
      checks,
      country,
      exp_month,
      exp_year,
      fingerprint = null,
      funding,
      last4,
    } = card;
    const shown = fill<Stripe.Charge.PaymentMethodDetails.Card>('card_details', {
      amount_authorized: amount,
      brand,
      checks: checks && { ...checks, cvc_check: checks.cvc_check && 'pass' },
      country,
      electronic_commerce_indicator: authenticated ? '05' : null,
      exp_month,
      exp_year,
      fingerprint,
      funding,
      last4,
      network: brand,
      three_d_secure: authenticated ? fill('three_d_secure', {}) : null,
    });
    return { type: 'card', card: shown };
  }
  const { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number } =
    bank as Stripe.PaymentMethod.UsBankAccount;
  const shown = {
    account_holder_type,
    account_type,
    bank_name,
    fingerprint,
    last4,
    routing_number,
  };
  return { type: 'us_bank_account', us_bank_account: { payment_reference: null, ...shown } };
}

const declinedOutcome = (decline: Decline): Stripe.Charge.Outcome =>
  fill<Stripe.Charge.Outcome>('outcome', {
    network_decline_code: '05',
    network_status: 'declined_by_network',
    reason: decline.declineCode,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  });

export interface ChargeTry {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  authenticated?: boolean;
  decline?: Decline;
  /** A bank debit that is under way. */
  pending?: boolean;
}

/** Writes the charge of a try, good or bad. */
export function newCharge(work: Work, tried: ChargeTry): Stripe.Charge {
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
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    metadata,
    outcome: decline ? declinedOutcome(decline) : fill('outcome', {}),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(method, amount, authenticated),
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
