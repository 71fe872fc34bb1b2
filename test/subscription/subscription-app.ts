import type { Sandbox } from '@remit/sandbox';
import { startSandbox } from '@remit/sandbox';
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { expect } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { businesses } from '../../src/server/db/tables/businesses.table.ts';
import { subscriptions } from '../../src/server/db/tables/subscription.table.ts';
import { preparePlatform } from '../../src/server/features/subscription/index.ts';
import { openStripeClient } from '../../src/server/platform/payment-providers/stripe/stripe-client.ts';
import type { Plan } from '../../src/shared/subscription/plans.ts';
import type { Answer, Caller, TestApp, TestAppOptions } from '../http/test-app.ts';
import { openTestApp, PROVIDER_TIMEOUT_MS } from '../http/test-app.ts';

export const CARDS = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  secure: '4000002760003184',
  failsLater: '4000000000000341',
  bank: 'bank',
};

export const DAY = 86_400_000;

/** The application and the sandbox, each listening, with the platform's events on their way. */
export interface SubscriptionApp extends TestApp {
  sandbox: Sandbox;
  /** The platform's own account, as its owner sees it. */
  stripe: Stripe;
  control<T = object>(path: string, body?: object): Promise<T>;
  /** Orders failures of the sandbox. */
  fail(path: string, failure: object): Promise<void>;
  /** Lets time pass at the provider; its events have arrived when it resolves. */
  passTime(milliseconds: number): Promise<void>;
  /** Resolves once every event that is under way has been answered. */
  delivered(): Promise<void>;
  /** Calls that the sandbox has answered. */
  requests(
    path: string,
  ): Promise<{ method: string; path: string; params: Record<string, unknown> }[]>;
  /** Pays with a card, as the browser does it. */
  pay(clientSecret: string, card?: string): Promise<{ status: number; body: Stripe.PaymentIntent }>;
  choose(caller: Caller, plan: Plan): Promise<Answer>;
  /** Buys a plan, and waits until the account has it. */
  subscribe(caller: Caller, plan?: Plan, card?: string): Promise<string>;
  account(caller: Caller): Promise<AccountRow>;
}

type AccountRow = typeof businesses.$inferSelect & typeof subscriptions.$inferSelect;

export async function openSubscriptionApp(
  db: Database,
  options: TestAppOptions = {},
): Promise<SubscriptionApp> {
  const sandbox = await startSandbox({ controls: true });
  const app = await openTestApp(db, { STRIPE_API_BASE: sandbox.url }, options);
  // What is signed is signed by real time.
  app.time.now = new Date();
  await app.listen();
  const { platform } = app.services.payments;
  if (!platform) throw new Error('there is no account of the platform');
  platform.client = openStripeClient('sk_test_remitplatform', sandbox.url, PROVIDER_TIMEOUT_MS);
  const stripe = platform.client;
  await preparePlatform(app.services);

  const control = async <T = object>(path: string, body: object = {}): Promise<T> => {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const delivered = async () => {
    await control('webhooks/settled');
  };
  const pay: SubscriptionApp['pay'] = async (clientSecret, card = CARDS.pays) => {
    const [id = ''] = clientSecret.split('_secret_');
    const answer = await fetch(`${sandbox.url}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_remitplatform' },
      body: new URLSearchParams({
        client_secret: clientSecret,
        return_url: 'http://localhost/subscription-success',
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': card,
        'payment_method_data[card][exp_month]': '8',
        'payment_method_data[card][exp_year]': '2040',
        'payment_method_data[card][cvc]': '123',
      }),
    });
    return { status: answer.status, body: (await answer.json()) as Stripe.PaymentIntent };
  };
  const choose = (caller: Caller, plan: Plan) =>
    caller.call('POST', '/api/get-or-create-subscription', { plan });
  const account = async ({ businessId }: Caller): Promise<AccountRow> => {
    const [row] = await db.orm
      .select()
      .from(businesses)
      .leftJoin(subscriptions, eq(subscriptions.businessId, businesses.id))
      .where(eq(businesses.id, businessId));
    if (!row) throw new Error('no such business');
    return { ...row.subscriptions, ...row.businesses } as AccountRow;
  };
  return {
    ...app,
    sandbox,
    stripe,
    control,
    delivered,
    pay,
    choose,
    account,
    async fail(path, failure) {
      await control('fail', { path, ...failure });
    },
    async passTime(milliseconds) {
      await control('clock', { advance: milliseconds });
      await delivered();
    },
    async requests(path) {
      const answer = await fetch(`${sandbox.url}/_sandbox/requests?path=${path}`);
      const { requests } = (await answer.json()) as {
        requests: { method: string; path: string; params: Record<string, unknown> }[];
      };
      return requests;
    },
    async subscribe(caller, plan = 'monthly', card = CARDS.pays) {
      const chosen = await choose(caller, plan);
      expect(chosen.status).toBe(200);
      const paid = await pay(chosen.body.clientSecret, card);
      expect(paid.body.status).toBe('succeeded');
      await delivered();
      const { subscriptionStatus, stripeSubscriptionId } = await account(caller);
      expect(subscriptionStatus).toBe('active');
      return stripeSubscriptionId ?? '';
    },
    async close() {
      await app.close();
      await sandbox.close();
    },
  };
}
