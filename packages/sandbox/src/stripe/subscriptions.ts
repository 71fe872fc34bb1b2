import type { SandboxContext } from '../sandbox-context.ts';
import { type ApiRoute, api, type Work } from './api-call.ts';
import { invalid, missing, missingParam } from './api-error.ts';
import {
  boolean,
  hash,
  integer,
  list,
  metadata,
  oneOf,
  type Params,
  required,
  string,
  unsettable,
} from './params.ts';
import { ownPaymentMethod } from './payment-methods.ts';
import { activePrice, newPrice, recurringFields, taxBehavior } from './prices.ts';
import { resource } from './resource.ts';
import { find } from './stripe-objects.ts';
import { cancelSubscription } from './subscription-billing.ts';
import { updateSubscription } from './subscription-changes.ts';
import { intervalOf, type SubscriptionLine } from './subscription-objects.ts';
import { startSubscription } from './subscription-start.ts';

const priceData = hash({
  currency: required(string),
  product: required(string),
  recurring: required(recurringFields),
  tax_behavior: taxBehavior,
  unit_amount: integer,
});

const paymentSettings = hash({
  payment_method_types: list(string),
  save_default_payment_method: oneOf('off', 'on_subscription'),
});

const cancellationDetails = hash({
  comment: unsettable,
  feedback: oneOf(
    'customer_service',
    'low_quality',
    'missing_features',
    'other',
    'switched_service',
    'too_complex',
    'too_expensive',
    'unused',
  ),
});

const itemFields = { metadata, price: string, price_data: priceData, quantity: integer };

const createFields = {
  billing_mode: hash({ type: required(oneOf('classic', 'flexible')) }),
  cancel_at_period_end: boolean,
  collection_method: oneOf('charge_automatically'),
  currency: string,
  customer: required(string),
  default_payment_method: string,
  description: string,
  items: required(list(hash(itemFields))),
  metadata,
  off_session: boolean,
  payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
  payment_settings: paymentSettings,
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
};

const updateFields = {
  billing_cycle_anchor: oneOf('now', 'unchanged'),
  cancel_at: unsettable,
  cancel_at_period_end: boolean,
  cancellation_details: cancellationDetails,
  default_payment_method: string,
  description: unsettable,
  items: list(hash({ ...itemFields, deleted: boolean, id: string })),
  metadata,
  off_session: boolean,
  payment_behavior: oneOf(
    'allow_incomplete',
    'default_incomplete',
    'error_if_incomplete',
    'pending_if_incomplete',
  ),
  payment_settings: paymentSettings,
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
};

/** The price and quantity of an item as it was given. */
function subscriptionLine(
  work: Work,
  item: Params<typeof itemFields>,
  name: string,
): SubscriptionLine {
  const { price: id, price_data: data, quantity = 1, metadata: about = {} } = item;
  if ((id === undefined) === (data === undefined)) throw missingParam(`${name}[price]`);
  if (quantity < 0) throw invalid('Invalid non-negative integer', { param: `${name}[quantity]` });
  const price = data
    ? newPrice(work, data, `${name}[price_data]`)
    : activePrice(work, id ?? '', `${name}[price]`);
  intervalOf(price);
  return { price, quantity, metadata: about };
}

const ended = new Set<string>(['canceled', 'incomplete_expired']);

export function subscriptionRoutes(context: SandboxContext): ApiRoute[] {
  const path = '/v1/subscriptions';
  const subscriptions = resource(context, path, 'subscriptions');
  return [
    subscriptions.create(createFields, (call) => {
      const { params } = call;
      const customer = find(call, 'customers', params.customer, 'customer');
      if (params.items.length === 0) throw missingParam('items');
      const method = params.default_payment_method
        ? ownPaymentMethod(
            call,
            params.default_payment_method,
            customer.id,
            'default_payment_method',
          )
        : null;
      return startSubscription(
        call,
        {
          customer: customer.id,
          lines: params.items.map((item, index) => subscriptionLine(call, item, `items[${index}]`)),
          metadata: params.metadata ?? {},
          description: params.description ?? null,
          defaultPaymentMethod: method?.id ?? null,
          saveDefault: params.payment_settings?.save_default_payment_method ?? 'off',
          cancelAtPeriodEnd: params.cancel_at_period_end ?? false,
        },
        params.payment_behavior ?? 'allow_incomplete',
      );
    }),
    subscriptions.list(
      { customer: string },
      {
        price: string,
        status: oneOf(
          'active',
          'all',
          'canceled',
          'ended',
          'incomplete',
          'incomplete_expired',
          'past_due',
          'paused',
          'trialing',
          'unpaid',
        ),
      },
      (one, { price, status }) => {
        if (price && !one.items.data.some((item) => item.price.id === price)) return false;
        if (status === undefined) return one.status !== 'canceled';
        return (
          status === 'all' || (status === 'ended' ? ended.has(one.status) : one.status === status)
        );
      },
    ),
    subscriptions.read(),
    api(context, 'POST', `${path}/:id`, updateFields, (call) => {
      const subscription = find(call, 'subscriptions', call.id);
      const { items, ...change } = call.params;
      updateSubscription(call, subscription, {
        ...change,
        ...(items
          ? {
              items: items.map((item, index) => ({
                id: item.id,
                deleted: item.deleted ?? false,
                quantity: item.quantity,
                line:
                  item.price !== undefined || item.price_data !== undefined
                    ? subscriptionLine(call, item, `items[${index}]`)
                    : null,
              })),
            }
          : {}),
      });
      return subscription;
    }),
    api(
      context,
      'DELETE',
      `${path}/:id`,
      { cancellation_details: cancellationDetails, invoice_now: boolean, prorate: boolean },
      (call) => {
        const subscription = find(call, 'subscriptions', call.id);
        if (ended.has(subscription.status)) throw missing('subscription', call.id);
        const { comment, feedback } = call.params.cancellation_details ?? {};
        if (subscription.cancellation_details) {
          if (comment !== undefined) subscription.cancellation_details.comment = comment;
          if (feedback !== undefined) subscription.cancellation_details.feedback = feedback;
        }
        cancelSubscription(call, subscription, 'cancellation_requested');
        return subscription;
      },
    ),
  ];
}
