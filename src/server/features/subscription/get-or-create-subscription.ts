import Stripe from 'stripe';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Plan } from '../../../shared/subscription/plans.ts';
import type {
  NewSubscription,
  PaymentFormSettings,
} from '../../../shared/subscription/subscription.contract.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Payments, PlatformAccount } from '../../platform/payment-providers/open-payments.ts';
import type { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { ask, toProviderError } from '../../platform/payment-providers/stripe/stripe-client.ts';
import { isUsable } from './apply-reading.ts';
import { isMissing, requirePlatform } from './platform-account.ts';
import { forgetPrices, planPrices } from './platform-prices.ts';
import type { SubscriptionReading } from './read-subscription.ts';
import { readPaymentProgress } from './read-subscription.ts';
import type { Subscriber } from './subscription.store.ts';
import {
  endAttempt,
  findSubscriber,
  forgetCustomer,
  keepCustomer,
  keepSubscription,
} from './subscription.store.ts';
import { syncSubscription } from './sync-subscription.ts';

type SubscribeServices = Pick<Services, 'db' | 'clock' | 'log' | 'payments'>;

/** Steps that one call may need: replace, make, read; and again where another call came between. */
const MAX_STEPS = 8;

/**
 * The secret with which the browser pays for a plan: of the purchase that is waiting already, or of
 * a new one. A waiting purchase of the other plan is canceled first. Asked for twice at once it gives
 * the same one. Nothing is charged here.
 * @throws AppError CONFLICT (subscribed already, being confirmed, no plans sold), ProviderError
 */
export async function getOrCreateSubscription(
  services: SubscribeServices,
  businessId: string,
  plan: Plan,
): Promise<NewSubscription> {
  const platform = requirePlatform(services.payments);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const subscriber = await findSubscriber(services.db.orm, businessId);
    if (!subscriber) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
    if (subscriber.subscriptionId === null) {
      await create(services, platform, subscriber, plan);
      continue;
    }
    const reading = await syncSubscription(services, businessId);
    const payable = reading && (await payableFor(platform, reading, plan));
    if (payable) return { ...payable, form: paymentForm(services.payments, platform) };
    if (reading?.status === 'incomplete' || reading?.status === 'unpaid') {
      await cancel(services, platform, reading);
    }
    await withTransaction(services.db, (tx) => endAttempt(tx, subscriber, services.clock.now()));
  }
  throw new AppError('BUSY', 'The plan was changed elsewhere at the same time. Try again.');
}

/**
 * What can be paid of this subscription; undefined when another is needed.
 * @throws AppError CONFLICT when there is nothing to pay
 */
async function payableFor(
  { client }: PlatformAccount,
  { status, plan, openInvoice }: SubscriptionReading,
  wanted: Plan,
): Promise<Omit<NewSubscription, 'form'> | undefined> {
  const owed = status === 'past_due';
  if (isUsable(status) && !(owed && openInvoice)) {
    throw new AppError('CONFLICT', 'You are already subscribed.');
  }
  if (!openInvoice || (status !== 'incomplete' && !owed)) return undefined;
  const { clientSecret, amount } = openInvoice;
  const progress = clientSecret ? await readPaymentProgress(client, clientSecret) : 'waiting';
  if (progress === 'processing') {
    throw new AppError(
      'CONFLICT',
      'Your payment is being confirmed. Billing shows when it is done.',
    );
  }
  // What is past due is paid for the plan it is for.
  if (owed) return { clientSecret, plan: plan ?? wanted, amount };
  return plan === wanted && progress === 'waiting' ? { clientSecret, plan, amount } : undefined;
}

/** One purchase at the provider for an attempt and a plan, however often it is asked for. */
async function create(
  services: SubscribeServices,
  platform: PlatformAccount,
  subscriber: Subscriber,
  plan: Plan,
): Promise<void> {
  const { db, clock } = services;
  const { businessId, attempt } = subscriber;
  const [prices, customerId] = await Promise.all([
    planPrices(platform),
    ensureCustomer(services, platform, subscriber),
  ]);
  let made: Stripe.Subscription;
  try {
    made = await ask('subscription', () =>
      platform.client.subscriptions
        .create(
          {
            customer: customerId,
            items: [{ price: prices[plan] }],
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription' },
            expand: ['latest_invoice.confirmation_secret'],
            metadata: { userId: businessId },
          },
          { idempotencyKey: `sub:${businessId}:${plan}:${attempt}` },
        )
        .catch(async (error: unknown) => {
          // The provider repeats an answer under its key, also a refusal: the next try needs another.
          if (wasAnswered(error)) {
            await withTransaction(db, (tx) => endAttempt(tx, subscriber, clock.now()));
          }
          throw error;
        }),
    );
  } catch (error) {
    if (!isMissing(error)) throw error;
    forgetPrices(platform);
    await lookForCustomer(services, platform, { ...subscriber, customerId });
    return;
  }
  const kept = await withTransaction(db, (tx) =>
    keepSubscription(tx, businessId, made.id, clock.now()),
  );
  if (kept) return;
  const now = await findSubscriber(db.orm, businessId);
  // Somebody else's choice stands; this one must not be payable beside it.
  if (now?.subscriptionId !== made.id) await cancel(services, platform, made);
}

/** Whether the provider took the request and refused it; not when it is unknown what happened. */
function wasAnswered(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  const { statusCode } = error;
  return statusCode !== undefined && ![401, 403, 409, 429].includes(statusCode);
}

/**
 * The provider knows the price or the customer no more. A customer that is gone is let go, so that
 * the next step makes a new one.
 * @throws ProviderError
 */
async function lookForCustomer(
  { db, clock }: SubscribeServices,
  { client }: PlatformAccount,
  subscriber: Subscriber & { customerId: string },
): Promise<void> {
  const gone = await ask('customer', () => client.customers.retrieve(subscriber.customerId)).then(
    (customer) => customer.deleted === true,
    (error: unknown) => {
      if (isMissing(error)) return true;
      throw error;
    },
  );
  if (!gone) return;
  await withTransaction(db, async (tx) => {
    const current = await findSubscriber(tx, subscriber.businessId);
    if (current?.customerId !== subscriber.customerId) return;
    await forgetCustomer(tx, { ...current, customerId: subscriber.customerId }, clock.now());
  });
}

/**
 * Cancels a purchase that is not to be paid any more. Should it have been paid in this very moment,
 * the money goes back.
 * @throws ProviderError
 */
async function cancel(
  { log }: SubscribeServices,
  { client }: PlatformAccount,
  { id }: { id: string },
): Promise<void> {
  let canceled: Stripe.Subscription;
  try {
    canceled = await ask('subscription', () =>
      client.subscriptions.cancel(
        id,
        { expand: ['latest_invoice.confirmation_secret'] },
        { idempotencyKey: `cancel:${id}` },
      ),
    );
  } catch (error) {
    const refused: ProviderError = toProviderError(error);
    // Canceled or expired already: that is what was wanted.
    if (refused.kind === 'rejected') return;
    throw refused;
  }
  const invoice = canceled.latest_invoice;
  if (invoice === null || typeof invoice === 'string' || invoice.status !== 'paid') return;
  const [paymentIntent] = (invoice.confirmation_secret?.client_secret ?? '').split('_secret_');
  if (!paymentIntent || invoice.amount_paid === 0) return;
  log.warn({ subscription: id }, 'a plan was changed while it was paid: the payment is given back');
  await ask('refund', () =>
    client.refunds.create(
      { payment_intent: paymentIntent },
      { idempotencyKey: `changed-plan:${id}` },
    ),
  );
}

function paymentForm(
  { sandboxUrl }: Pick<Payments, 'sandboxUrl'>,
  { publishableKey }: PlatformAccount,
): PaymentFormSettings {
  return {
    kind: sandboxUrl === null ? 'stripe' : 'sandbox',
    publishableKey,
    apiBase: sandboxUrl,
  };
}

/**
 * The account's customer at the provider, made on first need and once.
 * @throws ProviderError
 */
async function ensureCustomer(
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
