/** Charges: one for each try to take money, with what it left in the balance. */
import type Stripe from 'stripe';
import { newId } from '../state/ids.ts';
import type { Decline } from './cards.ts';
import { string } from './fields.ts';
import { nulls, objects, toId, type Work } from './objects.ts';
import { listOperation, type Operation, readOperation } from './operation.ts';

const twoDays = 2 * 24 * 60 * 60;

export function newBalanceTransaction(
  work: Work,
  what: Pick<Stripe.BalanceTransaction, 'amount' | 'currency' | 'source'> & {
    fee?: number;
    type: 'charge' | 'refund' | 'adjustment';
  },
): Stripe.BalanceTransaction {
  const { amount, currency, fee = 0, type } = what;
  const created = work.context.clock.seconds();
  const id = newId('txn');
  const description = 'Stripe processing fees';
  const stripeFee = { amount: fee, application: null, currency, description, type: 'stripe_fee' };
  return objects(work, 'balance_transactions').put(id, {
    ...what,
    ...nulls('description exchange_rate'),
    id,
    object: 'balance_transaction',
    available_on: created + twoDays,
    balance_type: 'payments',
    created,
    fee,
    fee_details: fee === 0 ? [] : [stripeFee],
    net: amount - fee,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    status: 'pending',
  });
}

const challenged: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  ...nulls('exemption_indicator result_reason'),
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  result: 'authenticated',
  transaction_id: 'b8e5bc7e-6e9c-4d0c-8e0a-3a4b2f1c9d10',
  version: '2.2.0',
};

function methodDetails(
  { card, us_bank_account: bank }: Stripe.PaymentMethod,
  amount: number,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails {
  if (card) {
    const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = card;
    return {
      type: 'card',
      card: {
        ...nulls('authorization_code installments mandate transaction_link_id wallet'),
        amount_authorized: amount,
        brand,
        checks: checks && { ...checks, cvc_check: checks.cvc_check && 'pass' },
        country,
        electronic_commerce_indicator: authenticated ? '05' : null,
        exp_month,
        exp_year,
        fingerprint: fingerprint ?? null,
        funding,
        last4,
        network: brand,
        network_transaction_id: '104110010014104',
        regulated_status: 'unregulated',
        three_d_secure: authenticated ? challenged : null,
      },
    };
  }
  return {
    type: 'us_bank_account',
    us_bank_account: {
      payment_reference: null,
      account_holder_type: bank?.account_holder_type ?? null,
      account_type: bank?.account_type ?? null,
      bank_name: bank?.bank_name ?? null,
      fingerprint: bank?.fingerprint ?? null,
      last4: bank?.last4 ?? null,
      routing_number: bank?.routing_number ?? null,
    },
  };
}

const approved: Stripe.Charge.Outcome = {
  ...nulls('advice_code network_advice_code network_decline_code reason'),
  network_status: 'approved_by_network',
  risk_level: 'normal',
  risk_score: 12,
  seller_message: 'Payment complete.',
  type: 'authorized',
};

const declinedOutcome = (decline: Decline): Stripe.Charge.Outcome => ({
  ...approved,
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
  const charge = objects(work, 'charges').put(id, {
    ...nulls('application application_fee application_fee_amount balance_transaction'),
    ...nulls('failure_balance_transaction on_behalf_of receipt_number review shipping source'),
    ...nulls('source_transfer statement_descriptor statement_descriptor_suffix transfer_data'),
    ...nulls('transfer_group'),
    id,
    object: 'charge',
    amount,
    amount_captured: decline ? 0 : amount,
    amount_refunded: 0,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: !decline,
    created: work.context.clock.seconds(),
    currency,
    customer: toId(intent.customer),
    description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata,
    outcome: decline ? declinedOutcome(decline) : approved,
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(method, amount, authenticated),
    radar_options: {},
    receipt_email,
    receipt_url: decline ? null : `${work.context.url}/receipts/${id}`,
    refunded: false,
    status: decline ? 'failed' : 'pending',
  });
  intent.latest_charge = id;
  if (!decline && !pending) creditCharge(work, charge);
  return charge;
}

/** Books a charge that succeeded, less the fee of test mode: 2.9 % and 30 of the smallest units. */
export function creditCharge(work: Work, charge: Stripe.Charge): void {
  const { amount, currency, id: source } = charge;
  const fee = Math.min(amount, Math.round(amount * 0.029) + 30);
  const booked = newBalanceTransaction(work, { amount, currency, fee, source, type: 'charge' });
  charge.balance_transaction = booked.id;
  charge.status = 'succeeded';
}

export const chargeOperations: Operation[] = [
  listOperation('/v1/charges', 'charges', { customer: string, payment_intent: string }),
  readOperation('/v1/charges', 'charges'),
];
