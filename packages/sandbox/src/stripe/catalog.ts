/** Products and their prices. */

import type Stripe from 'stripe';
import type * as z from 'zod';
import { newId } from '../state/ids.ts';
import { checkAmount, checkedCurrency } from './amounts.ts';
import { invalid } from './error.ts';
import { emit } from './events.ts';
import { boolean, choice, hash, integer, list, metadata, string } from './fields.ts';
import { create, find, objects, toId, type Work } from './objects.ts';
import {
  deleteOperation,
  listOperation,
  type Operation,
  operation,
  updateOperation,
} from './operation.ts';

type Metadata = Record<string, string>;

export function newProduct(
  work: Work,
  given: { name: string; description?: string | undefined; metadata?: Metadata | undefined },
): Stripe.Product {
  const { name, description = null, metadata: about = {} } = given;
  const updated = work.context.clock.seconds();
  const id = newId('prod', 14);
  return create(work, 'products', { id, description, metadata: about, name, updated });
}

export const recurring = hash({}, { interval: choice('month', 'year') });

export interface NewPrice {
  currency: string;
  lookup_key?: string | undefined;
  metadata?: Metadata | undefined;
  nickname?: string | undefined;
  recurring?: z.output<typeof recurring> | undefined;
  unit_amount: number;
}

/** Makes a price of a product; `prefix` is the parameter it came in, for error messages. */
export function newPrice(
  work: Work,
  given: NewPrice,
  findProduct: () => Stripe.Product,
  prefix?: string,
): Stripe.Price {
  const param = (name: string): string => (prefix ? `${prefix}[${name}]` : name);
  const currency = checkedCurrency(given.currency, param('currency'));
  checkAmount(given.unit_amount, currency, param('unit_amount'));
  const product = findProduct();
  const { lookup_key = null, metadata: about = {}, nickname = null, unit_amount } = given;
  const { interval } = given.recurring ?? {};
  const rest = { interval_count: 1, meter: null, trial_period_days: null } as const;
  return create(work, 'prices', {
    id: newId('price'),
    currency,
    lookup_key,
    metadata: about,
    nickname,
    product: product.id,
    recurring: interval ? { interval, ...rest, usage_type: 'licensed' } : null,
    type: interval ? 'recurring' : 'one_time',
    unit_amount,
    // On the wire it is a text; the SDK turns it into its Decimal.
    unit_amount_decimal: String(unit_amount) as unknown as Stripe.Price['unit_amount_decimal'],
  });
}

/** A price that can be sold; `param` is where its id came from. */
export function findActivePrice(work: Work, id: string, param: string): Stripe.Price {
  const price = find(work, 'prices', id, param);
  if (price.active) return price;
  const message = 'The price specified is inactive. This field only accepts active prices.';
  throw invalid(message, { param });
}

export const priceAmount = (price: Stripe.Price, quantity = 1): number =>
  (price.unit_amount ?? 0) * quantity;

/** A recurring price's interval. @throws StripeError for a price that is paid once */
export function readInterval({ recurring: interval }: Stripe.Price): Stripe.Price.Recurring {
  if (interval) return interval;
  throw invalid(
    'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    { param: 'items' },
  );
}

/** Frees a lookup key for another price: its holder gives it up, when that is what is wanted. */
function takeLookupKey(work: Work, key: string, transfer: boolean): void {
  const prices = objects(work, 'prices').list();
  const holder = prices.find((price) => price.lookup_key === key);
  if (holder && !transfer) {
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, {
      code: 'resource_already_exists',
      param: 'lookup_key',
    });
  }
  if (holder) holder.lookup_key = null;
}

const products = '/v1/products';
const prices = '/v1/prices';

export const catalogOperations: Operation[] = [
  operation('POST', products, hash({ description: string, metadata }, { name: string }), (call) => {
    const product = newProduct(call, call.params);
    emit(call, 'product.created', product);
    return product;
  }),
  listOperation(products, 'products', { active: boolean }),
  updateOperation(
    products,
    'products',
    { active: boolean, name: string },
    (product, { params: { active, name }, context }) => {
      if (active !== undefined) product.active = active;
      if (name !== undefined) product.name = name;
      product.updated = context.clock.seconds();
    },
    'product.updated',
  ),
  deleteOperation(products, 'products', (product, work) => {
    if (
      objects(work, 'prices')
        .list()
        .some((price) => toId(price.product) === product.id)
    ) {
      throw invalid(
        'This product cannot be deleted because it has one or more user-created prices.',
      );
    }
    emit(work, 'product.deleted', product);
  }),
  operation(
    'POST',
    prices,
    hash(
      { lookup_key: string, metadata, nickname: string, recurring, transfer_lookup_key: boolean },
      { currency: string, product: string, unit_amount: integer },
    ),
    (call) => {
      const { lookup_key: key, product, transfer_lookup_key: transfer = false } = call.params;
      if (key !== undefined) takeLookupKey(call, key, transfer);
      const price = newPrice(call, call.params, () => find(call, 'products', product, 'product'));
      emit(call, 'price.created', price);
      return price;
    },
  ),
  listOperation(
    prices,
    'prices',
    { active: boolean, currency: string, product: string, lookup_keys: list(string) },
    (price, { lookup_keys: keys }) => !keys || keys.includes(price.lookup_key ?? ''),
  ),
  updateOperation(
    prices,
    'prices',
    { active: boolean },
    (price, { params: { active } }) => {
      if (active !== undefined) price.active = active;
    },
    'price.updated',
  ),
];
