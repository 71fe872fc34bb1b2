import type Stripe from 'stripe';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { businessDay } from '../../../shared/dates/calendar-date.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { PLAN_PRICES } from '../../../shared/subscription/plans.ts';
import type { Billing } from '../../../shared/subscription/subscription.contract.ts';
import type { Services } from '../../platform/http/services.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { ask } from '../../platform/payment-providers/stripe/stripe-client.ts';
import { findProfile } from '../profile/index.ts';
import { isUsable } from './apply-reading.ts';
import type { SubscriptionReading } from './read-subscription.ts';
import { fromCents } from './read-subscription.ts';
import type { Subscriber } from './subscription.store.ts';
import { findSubscriber } from './subscription.store.ts';
import { syncSubscription } from './sync-subscription.ts';

/** Longer than the provider usually takes, shorter than a person waits for a page. */
const PATIENCE_MS = 5_000;
const RECEIPTS = 12;

type BillingServices = Pick<Services, 'db' | 'clock' | 'log' | 'payments'>;

interface FromProvider {
  reading: SubscriptionReading | undefined;
  receipts: Billing['receipts'];
  notice: string | null;
}

/** The account's plan, card and receipts. What the provider does not tell in time is left out, and said. */
export async function readBilling(services: BillingServices, businessId: string): Promise<Billing> {
  const { db, payments } = services;
  const before = await findSubscriber(db.orm, businessId);
  if (!before) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
  const { reading, receipts, notice } = await askProvider(services, before);
  const [subscriber = before, profile] = await Promise.all([
    findSubscriber(db.orm, businessId),
    findProfile(db.orm, businessId),
  ]);
  const { subscriptionStatus: status, subscriptionPlan, providerStatus } = subscriber;
  const usable = isUsable(providerStatus);
  const plan = status === 'trial' ? null : subscriptionPlan;
  const day = (at: Date | null): CalendarDate | null => at && businessDay(at, profile);
  return {
    available: payments.platform !== undefined,
    status,
    plan,
    trialInvoicesUsed: subscriber.trialInvoicesUsed,
    price: plan && (reading?.price ?? PLAN_PRICES[plan].amount),
    currentPeriodEnd: usable || status === 'canceled' ? day(subscriber.currentPeriodEnd) : null,
    cancelAtPeriodEnd: usable && subscriber.cancelAtPeriodEnd,
    pastDue: providerStatus === 'past_due',
    paymentMethod: status === 'trial' ? null : (reading?.card ?? null),
    receipts,
    notice,
  };
}

async function askProvider(
  services: BillingServices,
  { businessId, customerId }: Subscriber,
): Promise<FromProvider> {
  const { platform } = services.payments;
  if (!platform || customerId === null) return { reading: undefined, receipts: [], notice: null };
  const [reading, receipts] = await Promise.allSettled([
    syncSubscription(services, businessId, { card: true, timeout: PATIENCE_MS }),
    listReceipts(platform.client, customerId),
  ]);
  for (const part of [reading, receipts]) {
    if (part.status === 'fulfilled') continue;
    if (!(part.reason instanceof ProviderError)) throw part.reason;
    services.log.warn({ err: part.reason, businessId }, 'billing could not be read in full');
  }
  return {
    reading: reading.status === 'fulfilled' ? reading.value : undefined,
    receipts: receipts.status === 'fulfilled' ? receipts.value : [],
    notice: noticeFor(reading.status === 'rejected', receipts.status === 'rejected'),
  };
}

function noticeFor(noReading: boolean, noReceipts: boolean): string | null {
  if (!noReading && !noReceipts) return null;
  const missing =
    noReading && noReceipts ? 'Your card and receipts' : noReading ? 'Your card' : 'Receipts';
  return `${missing} cannot be shown: the payment provider is not responding right now. Your plan is not affected.`;
}

/** The newest invoices of the plan. Those of purchases that came to nothing are no receipts. */
async function listReceipts(client: Stripe, customer: string): Promise<Billing['receipts']> {
  const { data } = await ask('list', () =>
    client.invoices.list(
      { customer, limit: RECEIPTS * 2 },
      { timeout: PATIENCE_MS, maxNetworkRetries: 0 },
    ),
  );
  return data.filter(isReceipt).slice(0, RECEIPTS).map(toReceipt);
}

function isReceipt({ status, billing_reason: reason }: Stripe.Invoice): boolean {
  if (status === 'paid') return true;
  return (status === 'open' || status === 'uncollectible') && reason !== 'subscription_create';
}

function toReceipt(invoice: Stripe.Invoice): Billing['receipts'][number] {
  return {
    id: invoice.id ?? '',
    number: invoice.number,
    createdAt: new Date(invoice.created * 1000).toISOString(),
    amount: fromCents(invoice.total),
    status: invoice.status as 'paid' | 'open' | 'uncollectible',
    url: invoice.hosted_invoice_url ?? null,
  };
}
