import type Stripe from 'stripe';
import type { Plan } from '../../../shared/subscription/plans.ts';
import { PLAN_PRICES, PLANS } from '../../../shared/subscription/plans.ts';
import type { PlatformAccount } from '../../platform/payment-providers/open-payments.ts';
import { toProviderError } from '../../platform/payment-providers/stripe/stripe-client.ts';
import { toStripeUnits } from '../../platform/payment-providers/stripe/stripe-currencies.ts';

const LOOKUP_KEYS: Record<Plan, string> = { monthly: 'remit_monthly', yearly: 'remit_yearly' };
const INTERVALS = { monthly: 'month', yearly: 'year' } as const;

type Prices = Record<Plan, string>;
const known = new WeakMap<PlatformAccount, Promise<Prices>>();

/**
 * The provider's names of the two prices, asked for once. They are found by their lookup keys and
 * made where there are none, or where one asks for anything but what the page says.
 * @throws ProviderError
 */
export function planPrices(platform: PlatformAccount): Promise<Prices> {
  const before = known.get(platform);
  if (before) return before;
  const asked = findPrices(platform.client).catch((error: unknown) => {
    known.delete(platform);
    throw toProviderError(error);
  });
  known.set(platform, asked);
  return asked;
}

/** Asks again next time: the provider no longer knows a price. */
export function forgetPrices(platform: PlatformAccount): void {
  known.delete(platform);
}

async function findPrices(client: Stripe): Promise<Prices> {
  const { data } = await client.prices.list({
    lookup_keys: Object.values(LOOKUP_KEYS),
    active: true,
  });
  const prices: Partial<Prices> = {};
  let product = data.map((price) => readId(price.product)).at(0);
  for (const plan of PLANS) {
    const found = data.find((price) => price.lookup_key === LOOKUP_KEYS[plan]);
    if (found && fits(found, plan)) {
      prices[plan] = found.id;
      continue;
    }
    product ??= await createProduct(client);
    prices[plan] = await createPrice(client, plan, product);
  }
  return prices as Prices;
}

function fits(price: Stripe.Price, plan: Plan): boolean {
  const { recurring } = price;
  return (
    price.currency === 'usd' &&
    price.unit_amount === toStripeUnits(PLAN_PRICES[plan]) &&
    recurring?.interval === INTERVALS[plan] &&
    recurring.interval_count === 1
  );
}

async function createProduct(client: Stripe): Promise<string> {
  // Instances that start together ask with the same key and get the same product.
  const product = await client.products.create(
    { name: 'Remit', metadata: { remit: 'plans' } },
    { idempotencyKey: 'remit:product' },
  );
  return product.id;
}

async function createPrice(client: Stripe, plan: Plan, product: string): Promise<string> {
  const amount = toStripeUnits(PLAN_PRICES[plan]);
  const price = await client.prices.create(
    {
      product,
      currency: 'usd',
      unit_amount: amount,
      recurring: { interval: INTERVALS[plan] },
      lookup_key: LOOKUP_KEYS[plan],
      // An older price gives its name up; those who pay it keep paying it.
      transfer_lookup_key: true,
      nickname: plan === 'yearly' ? 'Yearly Plan' : 'Monthly Plan',
    },
    { idempotencyKey: `remit:price:${product}:${plan}:${amount}` },
  );
  return price.id;
}

/** Which plan a price sells: by its name, or else by how often it is paid. */
export function readPlan(price: Pick<Stripe.Price, 'lookup_key' | 'recurring'>): Plan | null {
  const named = PLANS.find((plan) => LOOKUP_KEYS[plan] === price.lookup_key);
  if (named) return named;
  return PLANS.find((plan) => INTERVALS[plan] === price.recurring?.interval) ?? null;
}

/** The name of an object that an answer holds, whether it is written out there or not. */
export function readId(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id;
}
