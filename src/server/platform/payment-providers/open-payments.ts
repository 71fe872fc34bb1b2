import type Stripe from 'stripe';
import type { Clock } from '../clock/clock.ts';
import type { PaymentSettings } from '../env/read-env.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { paypalProvider } from './paypal/paypal-provider.ts';
import { openStripeClient } from './stripe/stripe-client.ts';
import { stripeProvider } from './stripe/stripe-provider.ts';

/** Remit's own account at the card provider: it sells the plans. */
export interface PlatformAccount {
  client: Stripe;
  publishableKey: string;
  /** Signs the platform's events; undefined until it is known: then nothing is believed. */
  webhookSecret: string | undefined;
}

/** The way to the providers, for businesses and for the platform itself. */
export interface Payments {
  /** No real money can move: the sandbox, or test keys of the platform. */
  testMode: boolean;
  /** Keys of which mode businesses may use: the platform's own, where it has one. */
  keyMode: 'test' | 'live' | 'any';
  /** Where the sandbox listens; null for the real providers. Only test keys may go there. */
  sandboxUrl: string | null;
  /** undefined: this installation sells no plans. */
  platform: PlatformAccount | undefined;
  /** A business's account by its keys. */
  stripe(secretKey: string): PaymentProvider;
  paypal(clientId: string, clientSecret: string): PaymentProvider;
}

const PAYPAL_LIVE = 'https://api-m.paypal.com';
const PAYPAL_TEST = 'https://api-m.sandbox.paypal.com';

/** The sandbox's account of the platform; the same at each start, so that plans bought there stay. */
export const SANDBOX_PLATFORM = {
  secretKey: 'sk_test_remitplatform',
  publishableKey: 'pk_test_remitplatform',
  webhookSecret: undefined,
};

/** Making a client takes longer than a call's own work; each takes some kilobytes. */
const MOST_ACCOUNTS = 100;

interface PaymentOptions {
  settings: PaymentSettings;
  clock: Clock;
  /** Where a sandbox was started beside the server. */
  sandboxUrl?: string | undefined;
  /** How long a provider may take; for tests. */
  timeoutMs?: number;
}

/** What `make` makes of a key, kept for the keys that were last asked for. */
function keepNewest<T>(most: number, make: (key: string) => T): (key: string) => T {
  const kept = new Map<string, T>();
  return (key) => {
    const value = kept.get(key) ?? make(key);
    kept.delete(key);
    kept.set(key, value);
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return value;
  };
}

/** The providers as the settings name them. */
export function openPayments({ settings, clock, sandboxUrl, timeoutMs }: PaymentOptions): Payments {
  const stripeBase = sandboxUrl ?? settings.stripeApiBase ?? null;
  const account = settings.platform ?? (stripeBase ? SANDBOX_PLATFORM : undefined);
  const testMode = stripeBase !== null || (account?.secretKey.includes('_test_') ?? false);
  const paypalBase = sandboxUrl ?? settings.paypalApiBase ?? (testMode ? PAYPAL_TEST : PAYPAL_LIVE);
  return {
    testMode,
    keyMode: testMode ? 'test' : account ? 'live' : 'any',
    sandboxUrl: stripeBase,
    platform: account && {
      client: openStripeClient(account.secretKey, stripeBase, timeoutMs),
      publishableKey: account.publishableKey,
      webhookSecret: account.webhookSecret,
    },
    stripe: keepNewest(MOST_ACCOUNTS, (secretKey) =>
      stripeProvider({
        client: openStripeClient(secretKey, stripeBase, timeoutMs),
        secretKey,
        clock,
      }),
    ),
    paypal: (clientId, clientSecret) =>
      paypalProvider({
        base: paypalBase,
        clientId,
        clientSecret,
        clock,
        ...(timeoutMs ? { timeLimit: timeoutMs } : {}),
      }),
  };
}
