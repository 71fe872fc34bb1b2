import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { checkAmount, checkChargeable, checkedCurrency } from './amounts.ts';
import { type ApiRoute, api, type Work } from './api-call.ts';
import { ApiError, invalid } from './api-error.ts';
import { findCustomer } from './customers.ts';
import { confirmAndSettle } from './intent-outcomes.ts';
import { listPage } from './lists.ts';
import {
  boolean,
  hash,
  integer,
  mergedMetadata,
  metadata,
  oneOf,
  paging,
  required,
  string,
  unsettable,
} from './params.ts';
import {
  billingFields,
  billingFrom,
  cardFields,
  findPaymentMethod,
  newCard,
} from './payment-methods.ts';
import { cancelIntent, newIntent } from './payments.ts';
import { idOf, objects } from './stripe-objects.ts';

export function findIntent(work: Work, id: string, param = 'intent'): Stripe.PaymentIntent {
  const intent = objects(work.account, 'payment_intents').get(id);
  if (!intent) throw noIntent(id, param);
  return intent;
}

function noIntent(id: string, param: string): ApiError {
  return new ApiError(404, 'invalid_request_error', `No such payment_intent: '${id}'`, {
    code: 'resource_missing',
    param,
  });
}

/** A browser sees an intent only with its client secret, and less of it. */
function checkSecret(intent: Stripe.PaymentIntent, secret: string | undefined): void {
  if (secret === undefined) {
    throw invalid('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  if (secret !== intent.client_secret) throw noIntent(intent.id, 'intent');
}

/** What a browser may see of an intent. */
export function publicIntent(intent: Stripe.PaymentIntent): object {
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

interface ConfirmWish {
  payment_method?: string;
  payment_method_data?: {
    card?: { number: string; exp_month: number; exp_year: number; cvc?: string };
    billing_details?: object;
  };
  return_url?: string;
  off_session?: boolean;
}

function methodFor(
  work: Work,
  intent: Stripe.PaymentIntent,
  wish: ConfirmWish,
): Stripe.PaymentMethod {
  const { payment_method: id, payment_method_data: data } = wish;
  if (data?.card) return newCard(work, data.card, billingFrom(data.billing_details));
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
  return [
    api(
      context,
      'POST',
      path,
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
        if (params.customer) findCustomer(call, params.customer, 'customer');
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
    api(context, 'GET', path, { ...paging, customer: string }, ({ account, params }) =>
      listPage(
        objects(account, 'payment_intents'),
        path,
        params,
        (intent) => !params.customer || idOf(intent.customer) === params.customer,
      ),
    ),
    api(
      context,
      'GET',
      `${path}/:id`,
      { client_secret: string },
      (call) => {
        const intent = findIntent(call, call.id);
        if (!call.publishable) return intent;
        checkSecret(intent, call.params.client_secret);
        return publicIntent(intent);
      },
      { publishable: true },
    ),
    api(
      context,
      'POST',
      `${path}/:id`,
      {
        description: unsettable,
        metadata,
        receipt_email: string,
        setup_future_usage: oneOf('off_session', 'on_session'),
      },
      (call) => {
        const intent = findIntent(call, call.id);
        const { description, receipt_email, setup_future_usage } = call.params;
        if (description !== undefined) intent.description = description;
        if (receipt_email !== undefined) intent.receipt_email = receipt_email;
        if (setup_future_usage !== undefined) intent.setup_future_usage = setup_future_usage;
        intent.metadata = mergedMetadata(intent.metadata, call.params.metadata);
        return intent;
      },
    ),
    api(
      context,
      'POST',
      `${path}/:id/confirm`,
      confirmFields,
      (call) => {
        const intent = findIntent(call, call.id);
        if (call.publishable) checkSecret(intent, call.params.client_secret);
        if (call.params.receipt_email) intent.receipt_email = call.params.receipt_email;
        confirm(call, intent, call.params);
        return call.publishable ? publicIntent(intent) : intent;
      },
      { publishable: true },
    ),
    api(
      context,
      'POST',
      `${path}/:id/cancel`,
      {
        cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
      },
      (call) => {
        const intent = findIntent(call, call.id);
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
        return intent;
      },
    ),
  ];
}
