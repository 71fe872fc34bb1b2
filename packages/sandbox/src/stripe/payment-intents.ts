import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Account } from '../state/store.ts';
import { checkAmount, checkChargeable, checkedCurrency } from './amounts.ts';
import { type ApiRoute, api, type Work } from './api-call.ts';
import { ApiError, invalid, missingParam } from './api-error.ts';
import { confirmAndSettle } from './intent-outcomes.ts';
import {
  boolean,
  hash,
  integer,
  metadata,
  oneOf,
  type Params,
  required,
  string,
  unsettable,
} from './params.ts';
import { billingFields, cardFields, findPaymentMethod, newCard } from './payment-methods.ts';
import { cancelIntent, newIntent } from './payments.ts';
import { resource } from './resource.ts';
import { find, idOf, objects } from './stripe-objects.ts';

function findIntent({ account, id }: { account: Account; id: string }): Stripe.PaymentIntent {
  const intent = objects(account, 'payment_intents').get(id);
  if (!intent) throw noIntent(id);
  return intent;
}

function noIntent(id: string): ApiError {
  return new ApiError(404, 'invalid_request_error', `No such payment_intent: '${id}'`, {
    code: 'resource_missing',
    param: 'intent',
  });
}

/** A browser sees an intent only with its client secret, and less of it. */
function checkSecret(intent: Stripe.PaymentIntent, secret: string | undefined): void {
  if (secret === undefined) throw missingParam('client_secret');
  if (secret !== intent.client_secret) throw noIntent(intent.id);
}

/** What a browser may see of an intent. */
function publicIntent(intent: Stripe.PaymentIntent): object {
  const { metadata: _, customer: __, latest_charge: ___, receipt_email: ____, ...rest } = intent;
  return rest;
}

const methodData = hash({
  type: required(oneOf('card')),
  card: cardFields,
  billing_details: billingFields,
});

const confirmFields = {
  client_secret: string,
  payment_method: string,
  payment_method_data: methodData,
  return_url: string,
  off_session: boolean,
  receipt_email: string,
  setup_future_usage: oneOf('off_session', 'on_session'),
  use_stripe_sdk: boolean,
};

type ConfirmWish = Pick<
  Params<typeof confirmFields>,
  'payment_method' | 'payment_method_data' | 'return_url' | 'off_session'
>;

function methodFor(
  work: Work,
  intent: Stripe.PaymentIntent,
  wish: ConfirmWish,
): Stripe.PaymentMethod {
  const { payment_method: id, payment_method_data: data } = wish;
  if (data?.card) return newCard(work, data.card, data.billing_details);
  const chosen = id ?? idOf(intent.payment_method);
  if (chosen) return findPaymentMethod(work, chosen, 'payment_method');
  throw invalid(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    { code: 'payment_intent_unexpected_state', extra: { payment_intent: structuredClone(intent) } },
  );
}

function confirm(work: Work, intent: Stripe.PaymentIntent, wish: ConfirmWish): void {
  if (wish.return_url !== undefined && !/^https?:\/\/\S+$/.test(wish.return_url)) {
    throw invalid('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
  }
  const method = methodFor(work, intent, wish);
  confirmAndSettle(work, intent, {
    method,
    offSession: wish.off_session ?? false,
    returnUrl: wish.return_url ?? null,
  });
}

export function paymentIntentRoutes(context: SandboxContext): ApiRoute[] {
  const path = '/v1/payment_intents';
  const intents = resource(context, path, 'payment_intents', findIntent);
  return [
    intents.create(
      {
        amount: required(integer),
        automatic_payment_methods: hash({
          enabled: required(boolean),
          allow_redirects: oneOf('always', 'never'),
        }),
        confirm: boolean,
        currency: required(string),
        customer: string,
        description: string,
        metadata,
        off_session: boolean,
        payment_method: string,
        receipt_email: string,
        return_url: string,
        setup_future_usage: oneOf('off_session', 'on_session'),
        statement_descriptor_suffix: string,
      },
      (call) => {
        const { params } = call;
        const currency = checkedCurrency(params.currency, 'currency');
        checkAmount(params.amount, currency, 'amount');
        checkChargeable(params.amount, currency, 'Amount', 'amount');
        if (params.customer) find(call, 'customers', params.customer, 'customer');
        const intent = newIntent(call, {
          amount: params.amount,
          currency,
          customer: params.customer ?? null,
          description: params.description ?? null,
          metadata: params.metadata ?? {},
          receiptEmail: params.receipt_email ?? null,
          setupFutureUsage: params.setup_future_usage ?? null,
          statementDescriptorSuffix: params.statement_descriptor_suffix ?? null,
          automatic: params.automatic_payment_methods?.enabled ?? true,
        });
        if (params.confirm) confirm(call, intent, params);
        else if (params.payment_method) {
          intent.payment_method = findPaymentMethod(
            call,
            params.payment_method,
            'payment_method',
          ).id;
          intent.status = 'requires_confirmation';
        }
        return intent;
      },
    ),
    intents.list({ customer: string }),
    api(
      context,
      'GET',
      `${path}/:id`,
      { client_secret: string },
      (call) => {
        const intent = findIntent(call);
        if (!call.publishable) return intent;
        checkSecret(intent, call.params.client_secret);
        return publicIntent(intent);
      },
      { publishable: true },
    ),
    intents.update(
      {
        description: unsettable,
        receipt_email: string,
        setup_future_usage: oneOf('off_session', 'on_session'),
      },
      (intent, { params: { description, receipt_email, setup_future_usage } }) => {
        if (description !== undefined) intent.description = description;
        if (receipt_email !== undefined) intent.receipt_email = receipt_email;
        if (setup_future_usage !== undefined) intent.setup_future_usage = setup_future_usage;
      },
    ),
    api(
      context,
      'POST',
      `${path}/:id/confirm`,
      confirmFields,
      (call) => {
        const intent = findIntent(call);
        if (call.publishable) checkSecret(intent, call.params.client_secret);
        if (call.params.receipt_email) intent.receipt_email = call.params.receipt_email;
        confirm(call, intent, call.params);
        return call.publishable ? publicIntent(intent) : intent;
      },
      { publishable: true },
    ),
    intents.action(
      'cancel',
      {
        cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
      },
      (intent, call) => {
        if (intent.status === 'succeeded' || intent.status === 'canceled') {
          throw invalid(
            `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
            {
              code: 'payment_intent_unexpected_state',
              extra: { payment_intent: structuredClone(intent) },
            },
          );
        }
        cancelIntent(call, intent, call.params.cancellation_reason ?? null);
      },
    ),
  ];
}
