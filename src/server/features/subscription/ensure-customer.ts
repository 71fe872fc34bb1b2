import type { Services } from '../../platform/http/services.ts';
import type { PlatformAccount } from '../../platform/payment-providers/open-payments.ts';
import { ask } from '../../platform/payment-providers/stripe/stripe-client.ts';
import type { Subscriber } from './subscription.store.ts';
import { findSubscriber, keepCustomer } from './subscription.store.ts';

/**
 * The account's customer at the provider, made on first need and once.
 * @throws ProviderError
 */
export async function ensureCustomer(
  { db }: Pick<Services, 'db'>,
  { client }: PlatformAccount,
  { businessId, email, name, attempt, customerId }: Subscriber,
): Promise<string> {
  if (customerId !== null) return customerId;
  const customer = await ask('customer', () =>
    client.customers.create(
      { email, ...(name ? { name } : {}), metadata: { userId: businessId } },
      // The address is part of the key: a request may not change under its key, nor may `userId`.
      { idempotencyKey: `cus:${businessId}:${attempt}:${email}`.slice(0, 255) },
    ),
  );
  await keepCustomer(db.orm, businessId, customer.id);
  const kept = await findSubscriber(db.orm, businessId);
  return kept?.customerId ?? customer.id;
}
