import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/new-id.ts';
import { checkAmount, checkedCurrency } from './amounts.ts';
import { type ApiRoute, api, type Work } from './api-call.ts';
import { invalid, missing } from './api-error.ts';
import { emit, emitUpdate } from './events.ts';
import { listPage } from './lists.ts';
import {
  boolean,
  decimal,
  hash,
  integer,
  list,
  mergedMetadata,
  metadata,
  oneOf,
  paging,
  required,
  string,
  unsettable,
} from './params.ts';
import { findProduct, newProduct } from './products.ts';
import { idOf, objects } from './stripe-objects.ts';

export const recurringFields = hash({
  interval: required(oneOf('day', 'week', 'month', 'year')),
  interval_count: integer,
});

export interface NewPrice {
  active?: boolean;
  currency: string;
  lookup_key?: string;
  metadata?: Record<string, string>;
  nickname?: string | null;
  product?: string;
  product_data?: {
    name: string;
    description?: string;
    images?: string[];
    metadata?: Record<string, string>;
  };
  recurring?: { interval: Stripe.Price.Recurring.Interval; interval_count?: number };
  tax_behavior?: Stripe.Price.TaxBehavior;
  transfer_lookup_key?: boolean;
  unit_amount?: number;
  unit_amount_decimal?: string;
}

function unitAmount(given: NewPrice, prefix: string): { amount: number | null; decimal: string } {
  const named = (name: string): string => (prefix ? `${prefix}[${name}]` : name);
  const { unit_amount: amount, unit_amount_decimal: text } = given;
  if (amount !== undefined && text !== undefined) {
    throw invalid(
      'You may only specify one of these parameters: unit_amount, unit_amount_decimal.',
      {
        code: 'parameter_invalid_mutually_exclusive',
        param: named('unit_amount'),
      },
    );
  }
  if (amount === undefined && text === undefined) {
    throw invalid(`Missing required param: ${named('unit_amount')}.`, {
      code: 'parameter_missing',
      param: named('unit_amount'),
    });
  }
  if (amount !== undefined) return { amount, decimal: String(amount) };
  const value = Number(text);
  return { amount: Number.isInteger(value) ? value : null, decimal: String(text) };
}

/** Makes a price; `prefix` is the parameter it came in, for error messages. */
export function newPrice(work: Work, given: NewPrice, prefix = ''): Stripe.Price {
  const named = (name: string): string => (prefix ? `${prefix}[${name}]` : name);
  const currency = checkedCurrency(given.currency, named('currency'));
  const { amount, decimal: text } = unitAmount(given, prefix);
  checkAmount(amount ?? Math.round(Number(text)), currency, named('unit_amount'));
  if ((given.product === undefined) === (given.product_data === undefined)) {
    throw invalid('You must specify either `product` or `product_data` when creating a price.', {
      code: 'parameter_missing',
      param: named('product'),
    });
  }
  const prices = objects(work.account, 'prices');
  const { lookup_key: lookup } = given;
  if (lookup !== undefined) {
    const holder = prices.values().find((price) => price.lookup_key === lookup);
    if (holder && !given.transfer_lookup_key) {
      throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, {
        code: 'resource_already_exists',
        param: named('lookup_key'),
      });
    }
    if (holder) holder.lookup_key = null;
  }
  const product = given.product
    ? findProduct(work, given.product, named('product'))
    : newProduct(work, given.product_data ?? { name: '' });
  const count = given.recurring?.interval_count ?? 1;
  const price: Stripe.Price = {
    id: newId('price'),
    object: 'price',
    active: given.active ?? true,
    billing_scheme: 'per_unit',
    created: work.context.clock.seconds(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: lookup ?? null,
    metadata: given.metadata ?? {},
    nickname: given.nickname ?? null,
    product: product.id,
    recurring: given.recurring
      ? {
          interval: given.recurring.interval,
          interval_count: count,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: given.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: given.recurring ? 'recurring' : 'one_time',
    unit_amount: amount,
    // On the wire it is a text; the SDK turns it into its Decimal.
    unit_amount_decimal: text as unknown as Stripe.Price['unit_amount_decimal'],
  };
  return prices.put(price.id, price);
}

export function findPrice(work: Work, id: string, param: string): Stripe.Price {
  const price = objects(work.account, 'prices').get(id);
  if (!price) throw missing('price', id, param);
  return price;
}

export const taxBehavior = oneOf('exclusive', 'inclusive', 'unspecified');

export function priceRoutes(context: SandboxContext): ApiRoute[] {
  const path = '/v1/prices';
  const common = {
    active: boolean,
    lookup_key: string,
    metadata,
    nickname: unsettable,
    tax_behavior: taxBehavior,
    transfer_lookup_key: boolean,
  };
  return [
    api(
      context,
      'POST',
      path,
      {
        ...common,
        currency: required(string),
        product: string,
        product_data: hash({
          id: string,
          name: required(string),
          metadata,
          statement_descriptor: string,
          unit_label: string,
        }),
        recurring: recurringFields,
        unit_amount: integer,
        unit_amount_decimal: decimal,
      },
      (call) => {
        const price = newPrice(call, call.params);
        emit(call, 'price.created', price);
        return price;
      },
    ),
    api(
      context,
      'GET',
      path,
      {
        ...paging,
        active: boolean,
        currency: string,
        lookup_keys: list(string),
        product: string,
        type: oneOf('one_time', 'recurring'),
      },
      ({ account, params }) =>
        listPage(
          objects(account, 'prices'),
          path,
          params,
          (price) =>
            (params.active === undefined || price.active === params.active) &&
            (!params.currency || price.currency === params.currency) &&
            (!params.lookup_keys || params.lookup_keys.includes(price.lookup_key ?? '')) &&
            (!params.product || idOf(price.product) === params.product) &&
            (!params.type || price.type === params.type),
        ),
    ),
    api(context, 'GET', `${path}/:id`, {}, (call) => findPrice(call, call.id, 'id')),
    api(context, 'POST', `${path}/:id`, common, (call) => {
      const price = findPrice(call, call.id, 'id');
      const before = structuredClone(price);
      const { metadata: change, transfer_lookup_key: transfer, expand: _, ...rest } = call.params;
      if (rest.lookup_key !== undefined && rest.lookup_key !== price.lookup_key) {
        const holder = objects(call.account, 'prices')
          .values()
          .find((other) => other.lookup_key === rest.lookup_key);
        if (holder && !transfer) {
          throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, {
            code: 'resource_already_exists',
            param: 'lookup_key',
          });
        }
        if (holder) holder.lookup_key = null;
      }
      Object.assign(price, rest, { metadata: mergedMetadata(price.metadata, change) });
      emitUpdate(call, 'price.updated', before, price);
      return price;
    }),
  ];
}
