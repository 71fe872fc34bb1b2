/** Customers, products and prices. */
import type Stripe from 'stripe';
import type * as z from 'zod';
import { capitals, newId, randomText } from '../state/ids.ts';
import { checkAmount, checkedCurrency } from './amounts.ts';
import { invalid } from './error.ts';
import { emit } from './events.ts';
import {
  boolean,
  choice,
  email,
  hash,
  integer,
  list,
  metadata,
  string,
  unsettable,
} from './fields.ts';
import { create, find, objects, type Price, type Work } from './objects.ts';
import { deleteOperation, listOperation, type Operation, operation } from './operation.ts';

export function newProduct(
  work: Work,
  given: Partial<Pick<Stripe.Product, 'name' | 'description' | 'metadata'>>,
): Stripe.Product {
  return create(work, 'products', {
    id: newId('prod', 14),
    updated: work.context.clock.seconds(),
    ...given,
  });
}

const priceFields = hash({
  currency: string,
  lookup_key: string.optional(),
  nickname: string.optional(),
  product: string,
  recurring: hash({ interval: choice('month', 'year') }).optional(),
  transfer_lookup_key: boolean.optional(),
  unit_amount: integer,
});

/** Makes a price of a product; `prefix` is the parameter it came in, for error messages. */
export function newPrice(work: Work, given: z.output<typeof priceFields>, prefix?: string): Price {
  const param = (name: string): string => (prefix ? `${prefix}[${name}]` : name);
  const { lookup_key, nickname, product, recurring = null, unit_amount } = given;
  const currency = checkedCurrency(given.currency, param('currency'));
  checkAmount(unit_amount, currency, param('unit_amount'));
  return create(work, 'prices', {
    id: newId('price'),
    currency,
    lookup_key,
    nickname,
    product,
    recurring,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount,
    // On the wire it is a text; the SDK turns it into its Decimal.
    unit_amount_decimal: String(unit_amount),
  });
}

/** A recurring price's interval. @throws StripeError for a price that is paid once */
export function readInterval({ recurring: interval }: Price): Stripe.Price.Recurring {
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
  if (!holder) return;
  if (!transfer) {
    const facts = { code: 'resource_already_exists', param: 'lookup_key' };
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, facts);
  }
  holder.lookup_key = null;
}

export const catalogOperations: Operation[] = [
  operation('POST', '/v1/products', hash({ metadata: metadata.optional(), name: string }), (call) =>
    newProduct(call, call.params),
  ),
  operation('POST', '/v1/prices', priceFields, (call) => {
    const { lookup_key: key, product, transfer_lookup_key: transfer = false } = call.params;
    find(call, 'products', product, 'product');
    if (key !== undefined) takeLookupKey(call, key, transfer);
    return newPrice(call, call.params);
  }),
  listOperation(
    '/v1/prices',
    'prices',
    { active: boolean, lookup_keys: list(string) },
    ({ active, lookup_key: key }, { active: wanted = active, lookup_keys: keys }) =>
      active === wanted && (!keys || keys.includes(key ?? '')),
  ),
];

export function newCustomer(work: Work, what: Partial<Stripe.Customer>): Stripe.Customer {
  const id = newId('cus', 14);
  const invoice_prefix = randomText(8, capitals);
  const customer = create(work, 'customers', { id, invoice_prefix, ...what });
  emit(work, 'customer.created', customer);
  return customer;
}

const customers = '/v1/customers';

export const customerOperations: Operation[] = [
  operation('POST', customers, hash({ email, name: unsettable, metadata }).partial(), (call) =>
    newCustomer(call, call.params),
  ),
  listOperation(customers, 'customers', { email: string }),
  operation('GET', `${customers}/:id`, hash({}), (call) => {
    const isGone = objects(call, 'deleted_customers').has(call.id);
    if (isGone) return { id: call.id, object: 'customer', deleted: true };
    return find(call, 'customers', call.id);
  }),
  deleteOperation(customers, 'customers', (customer, work) => {
    objects(work, 'deleted_customers').put(customer.id, true);
    emit(work, 'customer.deleted', customer);
  }),
];
