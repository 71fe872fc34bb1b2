import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/new-id.ts';
import { checkAmount, formatAmount } from './amounts.ts';
import type { ApiRoute, Work } from './api-call.ts';
import { invalid } from './api-error.ts';
import { newBalanceTransaction } from './charges.ts';
import { emit } from './events.ts';
import { integer, metadata, oneOf, type Params, string } from './params.ts';
import { resource } from './resource.ts';
import { find, idOf, linked, objects } from './stripe-objects.ts';

const createFields = {
  charge: string,
  payment_intent: string,
  amount: integer,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata,
};

type RefundWish = Params<typeof createFields>;

function chargeToRefund(work: Work, wish: RefundWish): Stripe.Charge {
  if (wish.payment_intent !== undefined) {
    const intent = find(work, 'payment_intents', wish.payment_intent, 'payment_intent');
    const charge = linked(work, 'charges', intent.latest_charge);
    if (intent.status !== 'succeeded' || !charge) {
      throw invalid(
        `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
        { code: 'payment_intent_unexpected_state', param: 'payment_intent' },
      );
    }
    return charge;
  }
  if (wish.charge === undefined) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
      { code: 'parameter_missing', param: 'payment_intent' },
    );
  }
  const charge = find(work, 'charges', wish.charge, 'charge');
  if (charge.status !== 'succeeded') {
    throw invalid(`Charge ${charge.id} has not succeeded and cannot be refunded.`, {
      code: 'charge_not_refundable',
    });
  }
  return charge;
}

export function refund(work: Work, wish: RefundWish): Stripe.Refund {
  const charge = chargeToRefund(work, wish);
  const left = charge.amount - charge.amount_refunded;
  if (charge.refunded || left <= 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (charge.disputed) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const amount = wish.amount ?? left;
  if (amount < 1) {
    throw invalid('Invalid positive integer', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  checkAmount(amount, charge.currency, 'amount');
  if (amount > left) {
    throw invalid(
      `Refund amount (${formatAmount(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatAmount(left, charge.currency)})`,
      { param: 'amount' },
    );
  }
  const id = newId('re');
  const transaction = newBalanceTransaction(work, {
    amount: -amount,
    currency: charge.currency,
    source: id,
    type: 'refund',
  });
  const made: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: transaction.id,
    charge: charge.id,
    created: work.context.clock.seconds(),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: {
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    metadata: wish.metadata ?? {},
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: wish.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  objects(work.account, 'refunds').put(id, made);
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  emit(work, 'refund.created', made);
  emit(work, 'charge.refunded', charge, before);
  return made;
}

/** The bank sends a refund back: the money is the merchant's again. */
export function failRefund(work: Work, id: string): Stripe.Refund | null {
  const failed = objects(work.account, 'refunds').get(id);
  const charge = linked(work, 'charges', failed?.charge);
  if (!failed || !charge || failed.status === 'failed') return null;
  failed.status = 'failed';
  failed.failure_reason = 'lost_or_stolen_card';
  charge.amount_refunded -= failed.amount;
  charge.refunded = false;
  emit(work, 'refund.updated', failed, { status: 'succeeded' });
  emit(work, 'refund.failed', failed);
  return failed;
}

export function refundRoutes(context: SandboxContext): ApiRoute[] {
  const refunds = resource(context, '/v1/refunds', 'refunds');
  return [
    refunds.create(createFields, (call) => refund(call, call.params)),
    refunds.list({ charge: string, payment_intent: string }),
    refunds.read(),
    refunds.update({}),
  ];
}
