import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import type { SubscriptionApp } from '../../../../test/subscription/subscription-app.ts';
import { CARDS, DAY, openSubscriptionApp } from '../../../../test/subscription/subscription-app.ts';
import { businesses } from '../../db/tables/businesses.table.ts';
import { checkSubscriptions, preparePlatform } from './index.ts';

const HOUR = 3_600_000;
const NOT_CONFIGURED =
  'No configuration provided and your test mode default configuration has not been created.';

// What the provider tells, shown: the database has no say in it.
describeOnDatabase('a plan that was bought', { owned: true }, (db) => {
  let app: SubscriptionApp;
  beforeAll(async () => {
    app = await openSubscriptionApp(db);
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    app.time.now = new Date();
    await app.control('fail/clear');
    await app.control('webhooks', { mode: 'deliver' });
    await app.control('portal', { key: 'sk_test_remitplatform', configured: true });
  });
  type Caller = Awaited<ReturnType<SubscriptionApp['signUp']>>;
  const verify = (caller: Caller, body?: object) =>
    caller.call('POST', '/api/verify-subscription', body);
  const billing = (caller: Caller) => caller.call('GET', '/api/billing');
  const portal = (caller: Caller) => caller.call('POST', '/api/create-customer-portal');

  it('is verified on arrival although no event has come', async () => {
    await app.control('webhooks', { mode: 'drop' });
    const owner = await app.signUp();
    expect((await verify(owner)).body).toMatchObject({
      state: 'none',
      subscriptionStatus: 'trial',
    });
    const chosen = await app.choose(owner, 'yearly');
    expect((await verify(owner)).body.state).toBe('none');
    await app.pay(chosen.body.clientSecret, CARDS.declined);
    expect((await verify(owner)).body.state).toBe('none');
    await app.pay(chosen.body.clientSecret);
    expect(await verify(owner)).toMatchObject({
      status: 200,
      body: { state: 'active', subscriptionStatus: 'active', subscriptionPlan: 'yearly' },
    });
  });

  it('is active only once 3-D Secure has been passed', async () => {
    const owner = await app.signUp();
    const chosen = await app.choose(owner, 'monthly');
    const [intent] = chosen.body.clientSecret.split('_secret_');
    const started = await app.pay(chosen.body.clientSecret, CARDS.secure);
    expect(started.body.status).toBe('requires_action');
    expect((await verify(owner)).body.state).toBe('none');
    await app.control('challenge', { payment_intent: intent, outcome: 'fail' });
    expect((await verify(owner)).body.state).toBe('none');
    await app.pay(chosen.body.clientSecret, CARDS.secure);
    await app.control('challenge', { payment_intent: intent, outcome: 'complete' });
    expect((await verify(owner)).body.state).toBe('active');
  });

  it('is nobody else’s: an input that names another account changes nothing', async () => {
    const owner = await app.signUp();
    const other = await app.signUp();
    await app.control('webhooks', { mode: 'drop' });
    const chosen = await app.choose(owner, 'monthly');
    await app.pay(chosen.body.clientSecret);
    const { stripeSubscriptionId } = await app.account(owner);
    const claimed = await verify(other, {
      businessId: owner.businessId,
      subscriptionId: stripeSubscriptionId,
      session_id: stripeSubscriptionId,
    });
    expect(claimed.body).toMatchObject({ state: 'none', subscriptionStatus: 'trial' });
    expect(await app.account(owner)).toMatchObject({ subscriptionStatus: 'trial' });
    expect((await app.visitor.call('POST', '/api/verify-subscription')).status).toBe(401);
  });

  it('is being confirmed while the provider is silent, and says so', async () => {
    await app.control('webhooks', { mode: 'drop' });
    const owner = await app.signUp();
    const chosen = await app.choose(owner, 'monthly');
    await app.pay(chosen.body.clientSecret);
    await app.fail('/v1/subscriptions/', { method: 'GET', kind: 'error', status: 500, times: 2 });
    expect((await verify(owner)).body).toMatchObject({ state: 'confirming' });
    expect((await verify(owner)).body).toMatchObject({ state: 'active' });
    // Nothing was ever bought here: there is nothing to confirm.
    const nobody = await app.signUp();
    await app.fail('/v1/', { kind: 'error', status: 500, times: 2 });
    expect((await verify(nobody)).body.state).toBe('none');
  });

  it('shows plan, price, date, card and receipts', async () => {
    const owner = await app.signUp();
    await app.subscribe(owner, 'yearly');
    const shown = await billing(owner);
    expect(shown).toMatchObject({
      status: 200,
      body: {
        available: true,
        status: 'active',
        plan: 'yearly',
        price: '99.99',
        cancelAtPeriodEnd: false,
        pastDue: false,
        paymentMethod: { brand: 'visa', last4: '4242', expMonth: 8, expYear: 2040 },
        receipts: [{ amount: '99.99', status: 'paid', url: expect.stringContaining('http') }],
        notice: null,
      },
    });
    const { currentPeriodEnd } = await app.account(owner);
    expect(shown.body.currentPeriodEnd).toBe(currentPeriodEnd?.toISOString().slice(0, 10));
  });

  it('shows the trial, a purchase that came to nothing, and an end that is set', async () => {
    const owner = await app.signUp();
    const trial = {
      available: true,
      status: 'trial',
      plan: null,
      price: null,
      currentPeriodEnd: null,
      paymentMethod: null,
      receipts: [],
      notice: null,
      trialInvoicesUsed: 0,
    };
    expect((await billing(owner)).body).toMatchObject(trial);
    await app.choose(owner, 'monthly');
    await app.choose(owner, 'yearly');
    expect((await billing(owner)).body).toMatchObject(trial);
    const id = await app.subscribe(owner, 'monthly');
    await app.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    // Asked of the provider, whether the event has come or not.
    expect((await billing(owner)).body).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
    });
    const { ended_at: endedAt } = await app.stripe.subscriptions.cancel(id);
    expect((await billing(owner)).body).toMatchObject({
      status: 'canceled',
      // The day on which it ended, and not the one on which it would have.
      currentPeriodEnd: new Date((endedAt ?? 0) * 1000).toISOString().slice(0, 10),
      plan: 'monthly',
      cancelAtPeriodEnd: false,
      receipts: [{ status: 'paid' }],
    });
  });

  it('shows what is past due, and the bill', async () => {
    const owner = await app.signUp();
    await app.subscribe(owner, 'monthly', CARDS.failsLater);
    await app.passTime(32 * DAY);
    expect((await billing(owner)).body).toMatchObject({
      status: 'active',
      pastDue: true,
      receipts: [
        { status: 'open', amount: '9.99' },
        { status: 'paid', amount: '9.99' },
      ],
    });
  });

  it('shows the plan although the provider is silent, and says what is missing', async () => {
    const owner = await app.signUp();
    await app.subscribe(owner, 'yearly');
    await app.fail('/v1/', { kind: 'error', status: 500, times: 4 });
    const { status, body } = await billing(owner);
    expect([status, body.status, body.plan, body.price]).toEqual([
      200,
      'active',
      'yearly',
      '99.99',
    ]);
    expect(body).toMatchObject({ receipts: [], paymentMethod: null });
    expect(body.notice).toMatch(/card and receipts cannot be shown/);
    await app.control('fail/clear');
    await app.fail('/v1/invoices', { kind: 'not-json' });
    const partly = await billing(owner);
    expect(partly.body).toMatchObject({ paymentMethod: { last4: '4242' }, receipts: [] });
    expect(partly.body.notice).toMatch(/^Receipts cannot be shown/);
  });

  it('is managed on the provider’s page, and comes back to Billing', async () => {
    const owner = await app.signUp();
    expect(await portal(owner)).toMatchObject({
      status: 409,
      body: { error: 'There is no subscription to manage yet. Choose a plan first.' },
    });
    await app.subscribe(owner);
    const opened = await portal(owner);
    expect(opened.body).toEqual({ url: expect.stringContaining(`${app.sandbox.url}/portal/`) });
    const page = await fetch(opened.body.url);
    expect(await page.text()).toContain(`${app.services.appUrl()}/billing`);
    const other = await app.signUp();
    expect((await portal(other)).status).toBe(409);
    expect((await portal(app.visitor)).status).toBe(401);
  });

  it('passes on that the portal is not configured, in the provider’s words', async () => {
    const owner = await app.signUp();
    await app.subscribe(owner);
    await app.control('portal', { key: 'sk_test_remitplatform', configured: false });
    const refused = await portal(owner);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatch(new RegExp(`^${NOT_CONFIGURED}`));
    expect(refused.body.message).toBe(refused.body.error);
  });

  it('is kept true by the job where no event comes: bought, renewed, ended', async () => {
    await app.control('webhooks', { mode: 'drop' });
    const owner = await app.signUp();
    const chosen = await app.choose(owner, 'monthly');
    await app.pay(chosen.body.clientSecret);
    const after = async (milliseconds: number) => {
      app.time.now = new Date(app.time.now.getTime() + milliseconds);
      const checked = await checkSubscriptions(app.services);
      const { subscriptionStatus, providerStatus } = await app.account(owner);
      return { checked: checked > 0, subscriptionStatus, providerStatus };
    };
    expect(await after(11 * 60_000)).toEqual({
      checked: true,
      subscriptionStatus: 'active',
      providerStatus: 'active',
    });
    // Not asked about again before it is due.
    const { readsBegun } = await app.account(owner);
    await checkSubscriptions(app.services);
    expect((await app.account(owner)).readsBegun).toBe(readsBegun);
    const { stripeSubscriptionId } = await app.account(owner);
    await app.stripe.subscriptions.cancel(stripeSubscriptionId ?? '');
    expect(await after(25 * HOUR)).toMatchObject({
      subscriptionStatus: 'canceled',
      providerStatus: 'canceled',
    });
    expect((await app.account(owner)).nextCheckAt).toBeNull();
  });

  it('is checked by one of many instances', async () => {
    await app.control('webhooks', { mode: 'drop' });
    const owners = await Promise.all([app.signUp(), app.signUp(), app.signUp()]);
    for (const owner of owners) await app.choose(owner, 'monthly');
    app.time.now = new Date(app.time.now.getTime() + 2 * DAY);
    const before = await Promise.all(owners.map((owner) => app.account(owner)));
    await Promise.all([1, 2, 3].map(() => checkSubscriptions(app.services)));
    const now = await Promise.all(owners.map((owner) => app.account(owner)));
    expect(
      now.map(({ readsBegun }, index) => readsBegun - (before[index]?.readsBegun ?? 0)),
    ).toEqual([1, 1, 1]);
  });

  it('is left as it is while the provider is silent or knows nothing of it, and is asked about later', async () => {
    const owner = await app.signUp();
    await app.subscribe(owner);
    app.time.now = new Date(app.time.now.getTime() + 2 * DAY);
    await app.fail('/v1/subscriptions/', { method: 'GET', kind: 'error', status: 500, times: 4 });
    await checkSubscriptions(app.services);
    await app.control('fail/clear');
    expect((await app.account(owner)).subscriptionStatus).toBe('active');
    // The wrong keys must not end what somebody has paid for.
    await db.orm
      .update(businesses)
      .set({ stripeSubscriptionId: `sub_elsewhere_${owner.businessId}` })
      .where(eq(businesses.id, owner.businessId));
    app.time.now = new Date(app.time.now.getTime() + 2 * DAY);
    await checkSubscriptions(app.services);
    const row = await app.account(owner);
    expect(row.subscriptionStatus).toBe('active');
    expect(row.nextCheckAt?.getTime()).toBeGreaterThan(app.time.now.getTime());
  });

  it('cannot be bought where no plans are sold, and everything says so', async () => {
    const owner = await app.signUp();
    const { payments } = app.services;
    const { platform } = payments;
    payments.platform = undefined;
    try {
      const words = 'Subscriptions are not set up on this installation.';
      expect(await app.choose(owner, 'monthly')).toMatchObject({
        status: 409,
        body: { error: words },
      });
      expect(await portal(owner)).toMatchObject({ status: 409, body: { error: words } });
      expect(await billing(owner)).toMatchObject({
        status: 200,
        body: { available: false, status: 'trial' },
      });
      expect((await verify(owner)).body.state).toBe('none');
      expect(await checkSubscriptions(app.services)).toBe(0);
      await preparePlatform(app.services);
    } finally {
      payments.platform = platform;
    }
  });

  it('can be sold although the provider was down at the start', async () => {
    const { platform } = app.services.payments;
    const services = {
      ...app.services,
      payments: {
        ...app.services.payments,
        platform: platform && { ...platform, webhookSecret: undefined as string | undefined },
      },
    };
    await app.fail('/v1/prices', { kind: 'error', status: 500, times: 2 });
    await preparePlatform(services);
    expect(services.payments.platform?.webhookSecret).toBeUndefined();
    // The job tries again.
    await checkSubscriptions(services);
    expect(services.payments.platform?.webhookSecret).toMatch(/^whsec_/);
    if (platform) platform.webhookSecret = services.payments.platform?.webhookSecret;
  });
});
