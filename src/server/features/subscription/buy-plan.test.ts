import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import type { SubscriptionApp } from '../../../../test/subscription/subscription-app.ts';
import { CARDS, DAY, openSubscriptionApp } from '../../../../test/subscription/subscription-app.ts';
import { businesses } from '../../db/tables/businesses.table.ts';

const HOUR = 3_600_000;

describeOnDatabase('buying a plan', (db) => {
  let app: SubscriptionApp;
  beforeAll(async () => {
    app = await openSubscriptionApp(db);
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    await app.control('fail/clear');
    await app.control('webhooks', { mode: 'deliver' });
    await app.control('requests/clear');
  });

  it('gives a secret that pays, with the form that it is paid in', async () => {
    const owner = await app.signUp();
    const chosen = await app.choose(owner, 'yearly');
    expect(chosen).toMatchObject({
      status: 200,
      body: {
        clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
        plan: 'yearly',
        amount: '99.99',
        form: {
          kind: 'sandbox',
          publishableKey: 'pk_test_remitplatform',
          apiBase: app.sandbox.url,
        },
      },
    });
    // Nothing is bought by asking.
    expect(await app.account(owner)).toMatchObject({
      subscriptionStatus: 'trial',
      subscriptionPlan: null,
      providerStatus: 'incomplete',
    });
    const [made] = (await app.requests('/v1/subscriptions')).filter(
      ({ method }) => method === 'POST',
    );
    expect(made?.params).toMatchObject({
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      metadata: { userId: owner.businessId },
    });
    const paid = await app.pay(chosen.body.clientSecret);
    expect(paid.body).toMatchObject({
      status: 'succeeded',
      amount_received: 9999,
      currency: 'usd',
    });
    await app.delivered();
    expect(await app.account(owner)).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionPlan: 'yearly',
      providerStatus: 'active',
    });
  });

  it('refuses another plan, a missing one and whoever is not signed in, in words under both names', async () => {
    const owner = await app.signUp();
    for (const payload of [{ plan: 'weekly' }, {}]) {
      const refused = await owner.call('POST', '/api/get-or-create-subscription', payload);
      expect(refused).toMatchObject({
        status: 400,
        body: {
          code: 'VALIDATION',
          message: 'Plan must be monthly or yearly',
          error: 'Plan must be monthly or yearly',
        },
      });
    }
    const stranger = await app.choose(app.visitor, 'monthly');
    expect(stranger).toMatchObject({ status: 401, body: { error: 'Sign in to continue' } });
  });

  it('gives the same waiting purchase again for the same plan', async () => {
    const owner = await app.signUp();
    const first = await app.choose(owner, 'monthly');
    const again = await app.choose(owner, 'monthly');
    expect(again.body).toEqual(first.body);
    const { data } = await app.stripe.subscriptions.list({
      customer: (await app.account(owner)).stripeCustomerId ?? '',
      status: 'all',
    });
    expect(data).toHaveLength(1);
  });

  it('gives two calls at once the same purchase, and makes one customer', async () => {
    const email = 'twice-at-once@example.com';
    const owner = await app.signUp(email);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => app.choose(owner, 'monthly')),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
    expect((await app.stripe.customers.list({ email })).data).toHaveLength(1);
  });

  it('cancels the waiting purchase of the other plan: one secret can be paid at a time', async () => {
    const owner = await app.signUp();
    const monthly = await app.choose(owner, 'monthly');
    const yearly = await app.choose(owner, 'yearly');
    expect(yearly.body).toMatchObject({ plan: 'yearly', amount: '99.99' });
    expect(yearly.body.clientSecret).not.toBe(monthly.body.clientSecret);
    const late = await app.pay(monthly.body.clientSecret);
    expect(late.status).toBe(400);
    expect((await app.pay(yearly.body.clientSecret)).status).toBe(200);
    await app.delivered();
    expect(await app.account(owner)).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionPlan: 'yearly',
    });
  });

  it('leaves one live purchase when both plans are asked for at once', async () => {
    const owner = await app.signUp();
    const answers = await Promise.all([
      app.choose(owner, 'monthly'),
      app.choose(owner, 'yearly'),
      app.choose(owner, 'monthly'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { stripeCustomerId, stripeSubscriptionId } = await app.account(owner);
    const { data } = await app.stripe.subscriptions.list({
      customer: stripeCustomerId ?? '',
      status: 'incomplete',
    });
    expect(data.map(({ id }) => id)).toEqual([stripeSubscriptionId]);
  });

  it('says that a subscriber is one already', async () => {
    const owner = await app.signUp();
    await app.subscribe(owner);
    for (const plan of ['monthly', 'yearly'] as const) {
      expect(await app.choose(owner, plan)).toMatchObject({
        status: 409,
        body: { message: 'You are already subscribed.', error: 'You are already subscribed.' },
      });
    }
  });

  it('knows a payment that the browser never told of, before it sells a second plan', async () => {
    await app.control('webhooks', { mode: 'drop' });
    const owner = await app.signUp();
    const chosen = await app.choose(owner, 'monthly');
    await app.pay(chosen.body.clientSecret);
    expect((await app.choose(owner, 'yearly')).status).toBe(409);
    expect((await app.account(owner)).subscriptionStatus).toBe('active');
  });

  it('sells anew after 23 hours, when the first purchase has expired', async () => {
    const owner = await app.signUp();
    const first = await app.choose(owner, 'monthly');
    await app.passTime(24 * HOUR);
    expect(await app.account(owner)).toMatchObject({
      subscriptionStatus: 'trial',
      providerStatus: 'incomplete_expired',
    });
    const second = await app.choose(owner, 'monthly');
    expect(second.status).toBe(200);
    expect(second.body.clientSecret).not.toBe(first.body.clientSecret);
    expect((await app.pay(second.body.clientSecret)).status).toBe(200);
  });

  it('can be paid after a declined card', async () => {
    const owner = await app.signUp();
    const { body } = await app.choose(owner, 'monthly');
    expect((await app.pay(body.clientSecret, CARDS.declined)).status).toBe(402);
    await app.delivered();
    expect((await app.account(owner)).subscriptionStatus).toBe('trial');
    expect((await app.choose(owner, 'monthly')).body.clientSecret).toBe(body.clientSecret);
    expect((await app.pay(body.clientSecret)).status).toBe(200);
    await app.delivered();
    expect((await app.account(owner)).subscriptionStatus).toBe('active');
  });

  it('says clearly that the provider is silent, loses nothing, and buys once afterwards', async () => {
    const owner = await app.signUp();
    await app.fail('/v1/subscriptions', { method: 'POST', kind: 'error', status: 500, times: 2 });
    const silent = await app.choose(owner, 'monthly');
    expect(silent).toMatchObject({ status: 503, body: { code: 'BUSY' } });
    expect(silent.body.error).toBe(silent.body.message);
    expect(silent.body.message).toContain('Nothing was charged');
    const after = await app.choose(owner, 'monthly');
    expect(after.status).toBe(200);
    const { stripeCustomerId } = await app.account(owner);
    const { data } = await app.stripe.subscriptions.list({ customer: stripeCustomerId ?? '' });
    expect(data).toHaveLength(1);
  });

  it('makes one purchase when the answer about it is lost on its way', async () => {
    const owner = await app.signUp();
    // Made, and nothing is heard of it: the second try hears what the first one made.
    await app.fail('/v1/subscriptions', { method: 'POST', kind: 'reset-after' });
    expect((await app.choose(owner, 'monthly')).status).toBe(200);
    const { data } = await app.stripe.subscriptions.list({
      customer: (await app.account(owner)).stripeCustomerId ?? '',
      status: 'all',
    });
    expect(data).toHaveLength(1);
  });

  it('passes a refusal of the provider on in its words, and can be tried again', async () => {
    const owner = await app.signUp();
    await app.fail('/v1/subscriptions', { method: 'POST', kind: 'error', status: 400 });
    const refused = await app.choose(owner, 'monthly');
    expect(refused.status).toBe(409);
    expect(refused.body.error).toBeTruthy();
    expect((await app.choose(owner, 'monthly')).status).toBe(200);
  });

  it('makes a new customer where the old one was deleted at the provider', async () => {
    await app.control('webhooks', { mode: 'drop' });
    const owner = await app.signUp();
    await app.choose(owner, 'monthly');
    const before = (await app.account(owner)).stripeCustomerId ?? '';
    await app.stripe.customers.del(before);
    const chosen = await app.choose(owner, 'yearly');
    expect(chosen.status).toBe(200);
    expect((await app.account(owner)).stripeCustomerId).not.toBe(before);
  });

  it('buys again after the plan has ended', async () => {
    const owner = await app.signUp();
    const first = await app.subscribe(owner, 'yearly');
    await app.stripe.subscriptions.cancel(first);
    await app.delivered();
    expect((await app.account(owner)).subscriptionStatus).toBe('canceled');
    const second = await app.subscribe(owner, 'monthly');
    expect(second).not.toBe(first);
    expect(await app.account(owner)).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionPlan: 'monthly',
    });
  });

  it('gives the open bill of a renewal that failed, to be paid with another card', async () => {
    const owner = await app.signUp();
    const id = await app.subscribe(owner, 'monthly', CARDS.failsLater);
    await app.passTime(32 * DAY);
    expect(await app.account(owner)).toMatchObject({
      subscriptionStatus: 'active',
      providerStatus: 'past_due',
    });
    const owed = await app.choose(owner, 'yearly');
    // It is the bill of the plan that they have, whichever they ask for.
    expect(owed).toMatchObject({ status: 200, body: { plan: 'monthly', amount: '9.99' } });
    expect((await app.pay(owed.body.clientSecret)).status).toBe(200);
    await app.delivered();
    expect(await app.account(owner)).toMatchObject({
      providerStatus: 'active',
      stripeSubscriptionId: id,
    });
  });

  it('gives the money back when a plan is paid in the moment in which it is changed', async () => {
    const owner = await app.signUp();
    const monthly = await app.choose(owner, 'monthly');
    await app.control('requests/clear');
    await app.fail('/v1/subscriptions/', { method: 'DELETE', kind: 'held' });
    const changing = app.choose(owner, 'yearly');
    // The payment has been asked about and was not made; the cancellation is on its way.
    await app.control('fail/until-held');
    expect(await app.requests('/v1/payment_intents/')).toHaveLength(1);
    const [intent = ''] = monthly.body.clientSecret.split('_secret_');
    expect((await app.pay(monthly.body.clientSecret)).status).toBe(200);
    await app.control('fail/release');
    const changed = await changing;
    expect(changed).toMatchObject({ status: 200, body: { plan: 'yearly' } });
    const refunds = await app.stripe.refunds.list({ payment_intent: intent });
    expect(refunds.data.map(({ amount }) => amount)).toEqual([999]);
  });

  it('opens new invoices with the plan, and closes them when it has ended', async () => {
    const owner = await app.signUp();
    await db.orm
      .update(businesses)
      .set({ trialInvoicesUsed: 10 })
      .where(eq(businesses.id, owner.businessId));
    const customer = await owner.call('POST', '/api/customers', { name: 'Marta Lindqvist' });
    const create = (number: string) =>
      owner.call('POST', '/api/invoices', {
        customerId: customer.body.id,
        invoiceNumber: number,
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        lineItems: [{ description: 'Garden plan', quantity: '1', unitPrice: '100' }],
      });
    expect(await create('T-1')).toMatchObject({
      status: 403,
      body: { requiresSubscription: true },
    });
    const id = await app.subscribe(owner);
    expect((await create('T-1')).status).toBe(201);
    await app.stripe.subscriptions.cancel(id);
    await app.delivered();
    expect(await create('T-2')).toMatchObject({
      status: 403,
      body: { requiresSubscription: true },
    });
    const status = await owner.call('GET', '/api/user/status');
    expect(status.body).toMatchObject({ subscriptionStatus: 'canceled', trialInvoicesUsed: 10 });
  });
});
