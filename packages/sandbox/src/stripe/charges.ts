/** Charges: one for each try to take money, with what it left in the balance. */
import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/new-id.ts';
import type { ApiRoute, Work } from './api-call.ts';
import type { Decline } from './cards.ts';
import { string, unsettable } from './params.ts';
import { fullAddress } from './payment-methods.ts';
import { resource } from './resource.ts';
import { idOf, objects } from './stripe-objects.ts';

const day = 24 * 60 * 60;

/** The fee of a card payment in test mode: 2.9 % and 30 of the smallest units. */
function feeOf(amount: number): number {
  return Math.round(amount * 0.029) + 30;
}

export function newBalanceTransaction(
  work: Work,
  what: {
    amount: number;
    currency: string;
    fee?: number;
    source: string;
    type: 'charge' | 'refund' | 'adjustment';
  },
): Stripe.BalanceTransaction {
  const { amount, currency, fee = 0, source, type } = what;
  const created = work.context.clock.seconds();
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created + 2 * day,
    balance_type: 'payments',
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source,
    status: 'pending',
    type,
  };
  return objects(work.account, 'balance_transactions').put(transaction.id, transaction);
}

function methodDetails(
  method: Stripe.PaymentMethod,
  amount: number,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails {
  const { card, us_bank_account: bank } = method;
  if (card) {
    return {
      type: 'card',
      card: {
        amount_authorized: amount,
        authorization_code: null,
        brand: card.brand,
        checks: card.checks && { ...card.checks, cvc_check: card.checks.cvc_check && 'pass' },
        country: card.country,
        electronic_commerce_indicator: authenticated ? '05' : null,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        fingerprint: card.fingerprint ?? null,
        funding: card.funding,
        installments: null,
        last4: card.last4,
        mandate: null,
        network: card.brand,
        network_transaction_id: '104110010014104',
        regulated_status: 'unregulated',
        three_d_secure: authenticated
          ? {
              authentication_flow: 'challenge',
              electronic_commerce_indicator: '05',
              exemption_indicator: null,
              result: 'authenticated',
              result_reason: null,
              transaction_id: 'b8e5bc7e-6e9c-4d0c-8e0a-3a4b2f1c9d10',
              version: '2.2.0',
            }
          : null,
        transaction_link_id: null,
        wallet: null,
      },
    };
  }
  return {
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: bank?.account_holder_type ?? null,
      account_type: bank?.account_type ?? null,
      bank_name: bank?.bank_name ?? null,
      fingerprint: bank?.fingerprint ?? null,
      last4: bank?.last4 ?? null,
      payment_reference: null,
      routing_number: bank?.routing_number ?? null,
    },
  };
}

const approved: Stripe.Charge.Outcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message: 'Payment complete.',
  type: 'authorized',
};

function declined(decline: Decline): Stripe.Charge.Outcome {
  return {
    ...approved,
    network_decline_code: '05',
    network_status: 'declined_by_network',
    reason: decline.declineCode,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  };
}

export interface ChargeTry {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  authenticated: boolean;
  decline: Decline | null;
  /** A bank debit that is under way. */
  pending?: boolean;
}

/** Writes the charge of a try, good or bad. */
export function newCharge(work: Work, tried: ChargeTry): Stripe.Charge {
  const { intent, method, authenticated, decline, pending = false } = tried;
  const id = newId(method.type === 'card' ? 'ch' : 'py');
  const { billing_details: billing } = method;
  const paid = !decline && !pending;
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid || pending ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { ...billing, address: fullAddress(billing.address) },
    calculated_statement_descriptor: 'SANDBOX',
    captured: !decline,
    created: work.context.clock.seconds(),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: decline ? declined(decline) : approved,
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(method, intent.amount, authenticated),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: decline ? null : `${work.context.url()}/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : pending ? 'pending' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
  objects(work.account, 'charges').put(id, charge);
  if (paid) creditCharge(work, charge);
  return charge;
}

/** Books a charge that succeeded. */
export function creditCharge(work: Work, charge: Stripe.Charge): void {
  const { amount, currency, id } = charge;
  const transaction = newBalanceTransaction(work, {
    amount,
    currency,
    fee: Math.min(amount, feeOf(amount)),
    source: id,
    type: 'charge',
  });
  charge.balance_transaction = transaction.id;
  charge.status = 'succeeded';
  charge.paid = true;
}

export function chargeRoutes(context: SandboxContext): ApiRoute[] {
  const charges = resource(context, '/v1/charges', 'charges');
  return [
    charges.list({ customer: string, payment_intent: string }),
    charges.read(),
    charges.update({ description: unsettable, receipt_email: string }, (charge, { params }) => {
      if (params.description !== undefined) charge.description = params.description;
      if (params.receipt_email !== undefined) charge.receipt_email = params.receipt_email;
    }),
    resource(context, '/v1/balance_transactions', 'balance_transactions').read(),
  ];
}
