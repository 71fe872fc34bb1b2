/** The lines of a checkout session: prices that exist, or made for this session. */

import type Stripe from 'stripe';
import { newId } from '../state/new-id.ts';
import { checkedCurrency } from './amounts.ts';
import type { Work } from './api-call.ts';
import { invalid } from './api-error.ts';
import { boolean, decimal, hash, integer, list, metadata, required, string } from './params.ts';
import { activePrice, type NewPrice, newPrice, recurringFields, taxBehavior } from './prices.ts';
import { linked } from './stripe-objects.ts';

export const lineItemFields = list(
  hash({
    adjustable_quantity: hash({ enabled: required(boolean), maximum: integer, minimum: integer }),
    metadata,
    price: string,
    price_data: hash({
      currency: required(string),
      product: string,
      product_data: hash({
        name: required(string),
        description: string,
        images: list(string),
        metadata,
        tax_code: string,
      }),
      recurring: recurringFields,
      tax_behavior: taxBehavior,
      unit_amount: integer,
      unit_amount_decimal: decimal,
    }),
    quantity: integer,
  }),
);

export interface GivenLine {
  price?: string;
  price_data?: NewPrice;
  quantity?: number;
  metadata?: Record<string, string>;
}

function priceOf(work: Work, line: GivenLine, name: string): Stripe.Price {
  if ((line.price === undefined) === (line.price_data === undefined)) {
    throw invalid(`You must specify either \`price\` or \`price_data\` for ${name}.`, {
      code: 'parameter_missing',
      param: `${name}[price]`,
    });
  }
  if (line.price !== undefined) return activePrice(work, line.price, `${name}[price]`);
  const data = line.price_data as NewPrice;
  checkedCurrency(data.currency, `${name}[price_data][currency]`);
  const price = newPrice(work, data, `${name}[price_data]`);
  // Made for this session alone: it shows in no list of prices that can be used again.
  price.active = false;
  return price;
}

/** The amount of so many units, where a unit may have parts of the smallest one. */
export function amountOf(price: Stripe.Price, quantity: number): number {
  return Math.round(Number(price.unit_amount_decimal ?? price.unit_amount ?? 0) * quantity);
}

export function lineItems(work: Work, given: GivenLine[]): Stripe.LineItem[] {
  return given.map((line, index) => {
    const name = `line_items[${index}]`;
    const quantity = line.quantity ?? 1;
    if (quantity < 1 || quantity > 999_999) {
      throw invalid('Invalid positive integer', {
        code: 'parameter_invalid_integer',
        param: `${name}[quantity]`,
      });
    }
    const price = priceOf(work, line, name);
    const amount = amountOf(price, quantity);
    const product = linked(work, 'products', price.product);
    return {
      id: newId('li'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: product?.name ?? null,
      metadata: line.metadata ?? {},
      price: structuredClone(price),
      quantity,
    };
  });
}
