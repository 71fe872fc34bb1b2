import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/new-id.ts';
import { checkAmount, checkedCurrency } from './amounts.ts';
import type { ApiRoute, Work } from './api-call.ts';
import { invalid, missingParam } from './api-error.ts';
import { emit } from './events.ts';
import {
  boolean,
  decimal,
  hash,
  integer,
  list,
  metadata,
  oneOf,
  required,
  string,
  unsettable,
} from './params.ts';
import { newProduct } from './products.ts';
import { resource } from './resource.ts';
import { find, objects } from './stripe-objects.ts';

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
  if (amount === undefined && text === undefined) throw missingParam(named('unit_amount'));
  if (amount !== undefined) return { amount, decimal: String(amount) };
  const value = Number(text);
  return { amount: Number.isInteger(value) ? value : null, decimal: String(text) };
}

/** Frees a lookup key for another price: its holder gives it up, when that is what is wanted. */
function takeLookupKey(work: Work, key: string, transfer: boolean, param: string): void {
  const holder = objects(work.account, 'prices')
    .values()
    .find((price) => price.lookup_key === key);
  if (holder && !transfer) {
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, {
      code: 'resource_already_exists',
      param,
    });
  }
  if (holder) holder.lookup_key = null;
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
  const { lookup_key: lookup } = given;
  if (lookup !== undefined) {
    takeLookupKey(work, lookup, given.transfer_lookup_key ?? false, named('lookup_key'));
  }
  const product = given.product
    ? find(work, 'products', given.product, named('product'))
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
  return objects(work.account, 'prices').put(price.id, price);
}

/** A price that can be sold; `param` is where its id came from. */
export function activePrice(work: Work, id: string, param: string): Stripe.Price {
  const price = find(work, 'prices', id, param);
  if (price.active) return price;
  throw invalid('The price specified is inactive. This field only accepts active prices.', {
    param,
  });
}

export const taxBehavior = oneOf('exclusive', 'inclusive', 'unspecified');

export function priceRoutes(context: SandboxContext): ApiRoute[] {
  const prices = resource(context, '/v1/prices', 'prices');
  const common = {
    active: boolean,
    lookup_key: string,
    nickname: unsettable,
    tax_behavior: taxBehavior,
    transfer_lookup_key: boolean,
  };
  const createFields = {
    ...common,
    currency: required(string),
    metadata,
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
  };
  return [
    prices.create(createFields, (call) => {
      const price = newPrice(call, call.params);
      emit(call, 'price.created', price);
      return price;
    }),
    prices.list(
      {
        active: boolean,
        currency: string,
        product: string,
        type: oneOf('one_time', 'recurring'),
      },
      { lookup_keys: list(string) },
      (price, { lookup_keys: keys }) => !keys || keys.includes(price.lookup_key ?? ''),
    ),
    prices.read(),
    prices.update(
      common,
      (price, call) => {
        const { metadata: _, transfer_lookup_key: transfer, expand: __, ...rest } = call.params;
        if (rest.lookup_key !== undefined && rest.lookup_key !== price.lookup_key) {
          takeLookupKey(call, rest.lookup_key, transfer ?? false, 'lookup_key');
        }
        Object.assign(price, rest);
      },
      'price.updated',
    ),
  ];
}
