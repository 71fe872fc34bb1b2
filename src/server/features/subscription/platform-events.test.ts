import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import type { SubscriptionApp } from '../../../../test/subscription/subscription-app.ts';
import { CARDS, DAY, openSubscriptionApp } from '../../../../test/subscription/subscription-app.ts';
import { providerEvents } from '../../db/tables/payments.table.ts';
import { PLATFORM_WEBHOOK, preparePlatform } from './prepare-platform.ts';

describeOnDatabase('events of the platform', (db) => {
  let app: SubscriptionApp;
  beforeAll(async () => {
    app = await openSubscriptionApp(db);
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    await app.control('fail/clear');
    await app.control('webhooks', {
      mode: 'deliver',
      duplicate: 0,
      reorder: false,
      retryMs: [100, 100, 100, 100, 100, 100],
    });
  });

  const events = (businessId: string) =>
    db.orm
      .select()
      .from(providerEvents)
      .where(
        and(eq(providerEvents.businessId, businessId), eq(providerEvents.provider, 'platform')),
      );
  const endpoint = async (): Promise<Stripe.WebhookEndpoint> => {
    const { data } = await app.stripe.webhookEndpoints.list();
    const [first] = data;
    if (!first) throw new Error('there is no endpoint');
    return first;
  };
  const forge = async (body: object) =>
    app.control<{ status: number; event: string }>('webhooks/forge', {
      endpoint: (await endpoint()).id,
      ...body,
    });
  const post = (body: string, header?: string) =>
    app.visitor.call('POST', PLATFORM_WEBHOOK, body, {
      'content-type': 'application/json',
      ...(header === undefined ? {} : { 'stripe-signature': header }),
    });
  const sign = async (body: string, timestamp?: number) => {
    const secret = app.services.payments.platform?.webhookSecret;
    const { header } = await app.control<{ header: string }>('sign', { body, secret, timestamp });
    return header;
  };
  const subscriptionEvent = (subscription: object, values: object = {}) =>
    JSON.stringify({
      id: `evt_${Math.random().toString(36).slice(2)}`,
      object: 'event',
      type: 'customer.subscription.updated',
      livemode: false,
      data: { object: subscription },
      ...values,
    });

  it('has one endpoint at the sandbox, however often it starts, and knows what signs it', async () => {
    const before = await endpoint();
    const { platform } = app.services.payments;
    if (!platform) throw new Error('no platform');
    expect(platform.webhookSecret).toMatch(/^whsec_/);
    await preparePlatform(app.services);
    expect((await endpoint()).id).toBe(before.id);
    // Another start knows nothing of the first.
    platform.webhookSecret = undefined;
    await preparePlatform(app.services);
    const { data } = await app.stripe.webhookEndpoints.list();
    expect(data.map(({ url }) => new URL(url).pathname)).toEqual([PLATFORM_WEBHOOK]);
    expect(data[0]?.id).not.toBe(before.id);
    const prices = await app.stripe.prices.list({ active: true });
    expect(
      prices.data
        .map(({ lookup_key: key, unit_amount: amount }) => [key, amount])
        .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['remit_monthly', 999],
      ['remit_yearly', 9999],
    ]);
  });

  it('refuses what the provider has not signed, byte for byte and just now', async () => {
    const owner = await app.signUp();
    await app.subscribe(owner);
    const { stripeCustomerId: customer } = await app.account(owner);
    const object = { id: 'sub_none', object: 'subscription', customer };
    const before = (await events(owner.businessId)).length;
    const bad = [
      { signature: null },
      { signature: 't=1,v1=00' },
      { signature: 'nonsense' },
      { secret: 'whsec_of_somebody_else' },
      { alter: 'byte' },
      { alter: 'reserialize' },
      { ageSeconds: 400 },
    ];
    for (const change of bad) {
      const answer = await forge({ type: 'customer.subscription.updated', object, ...change });
      expect([change, answer.status]).toEqual([change, 400]);
    }
    expect((await post('', await sign(' '))).status).toBe(400);
    expect(await events(owner.businessId)).toHaveLength(before);
    expect((await forge({ type: 'customer.subscription.updated', object })).status).toBe(200);
    // Within the tolerance, and while both secrets of a rotation are valid.
    const body = subscriptionEvent(object);
    const twoMinutesAgo = Math.floor(Date.now() / 1000) - 120;
    expect((await post(body, await sign(body, twoMinutesAgo))).status).toBe(200);
    const own = await sign(body);
    const both = `${own.replace('v1=', `v1=${'0'.repeat(64)},v1=`)}`;
    expect((await post(body, both)).status).toBe(200);
  });

  it('takes and lets go what it does not know: types, customers, the other mode', async () => {
    const owner = await app.signUp();
    const id = await app.subscribe(owner);
    const { stripeCustomerId: customer } = await app.account(owner);
    const before = (await events(owner.businessId)).length;
    const object = { id, object: 'subscription', customer };
    for (const body of [
      subscriptionEvent(object, { type: 'radar.early_fraud_warning.created' }),
      subscriptionEvent({ ...object, customer: 'cus_of_nobody' }),
      subscriptionEvent(object, { livemode: true }),
      subscriptionEvent(
        { id: 'in_1', object: 'invoice', customer: null },
        { type: 'invoice.paid' },
      ),
    ]) {
      expect(await post(body, await sign(body))).toMatchObject({
        status: 200,
        body: { received: true },
      });
    }
    expect(await events(owner.businessId)).toHaveLength(before);
  });

  it('has the effect of an event once, delivered twice at once and once more later', async () => {
    await app.control('webhooks', { duplicate: 2 });
    const owner = await app.signUp();
    await app.subscribe(owner, 'yearly');
    const [first, ...rest] = await events(owner.businessId);
    expect(rest.length).toBeGreaterThan(0);
    const { readApplied } = await app.account(owner);
    await app.control('webhooks', { duplicate: 0 });
    await app.control('webhooks/redeliver', { event: first?.eventId });
    await app.delivered();
    expect(await app.account(owner)).toMatchObject({ readApplied, subscriptionStatus: 'active' });
    const ids = (await events(owner.businessId)).map(({ eventId }) => eventId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('ends up right when events come in the wrong order: deleted first, then older ones', async () => {
    const owner = await app.signUp();
    await app.control('webhooks', { mode: 'hold' });
    const chosen = await app.choose(owner, 'monthly');
    await app.pay(chosen.body.clientSecret);
    await owner.call('POST', '/api/verify-subscription');
    const { stripeSubscriptionId } = await app.account(owner);
    await app.stripe.subscriptions.cancel(stripeSubscriptionId ?? '');
    await app.control('webhooks/release', { reverse: true });
    await app.delivered();
    expect(await app.account(owner)).toMatchObject({
      subscriptionStatus: 'canceled',
      providerStatus: 'canceled',
      subscriptionPlan: 'monthly',
    });
    expect((await events(owner.businessId)).length).toBeGreaterThan(2);
  });

  it('never lets a reading that began earlier overwrite a later one', async () => {
    const owner = await app.signUp();
    const id = await app.subscribe(owner);
    await app.control('webhooks', { mode: 'drop' });
    const { stripeCustomerId: customer } = await app.account(owner);
    // The first delivery's answer is read at once and kept on its way; the second passes it.
    const stale = await app.stripe.subscriptions.retrieve(id);
    await app.fail('/v1/subscriptions/', { method: 'GET', kind: 'held' });
    const bodies = [0, 1].map(() => subscriptionEvent({ ...stale, customer }));
    const [slow = '', quick = ''] = bodies;
    const late = post(slow, await sign(slow));
    await app.control('fail/until-held');
    await app.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect((await post(quick, await sign(quick))).status).toBe(200);
    const { readApplied } = await app.account(owner);
    await app.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    await app.control('fail/release');
    expect((await late).status).toBe(200);
    expect(await app.account(owner)).toMatchObject({ readApplied, cancelAtPeriodEnd: true });
    // Both have been taken: what is missing is only the older reading.
    await owner.call('POST', '/api/verify-subscription');
    expect(await app.account(owner)).toMatchObject({ cancelAtPeriodEnd: false });
  });

  it('finds the account by the customer alone, whoever the metadata names', async () => {
    const victim = await app.signUp();
    const owner = await app.signUp();
    const id = await app.subscribe(owner);
    await app.stripe.subscriptions.update(id, { metadata: { userId: victim.userId } });
    await app.delivered();
    const { stripeCustomerId: customer } = await app.account(owner);
    const body = subscriptionEvent({
      id,
      object: 'subscription',
      customer,
      metadata: { userId: victim.userId },
    });
    expect((await post(body, await sign(body))).status).toBe(200);
    expect(await app.account(victim)).toMatchObject({
      subscriptionStatus: 'trial',
      stripeSubscriptionId: null,
    });
    expect(await events(victim.businessId)).toEqual([]);
    // A stranger's subscription is not taken on because an event of mine names it.
    const mine = await app.signUp();
    await app.choose(mine, 'monthly');
    const { stripeCustomerId: myCustomer } = await app.account(mine);
    const crossed = subscriptionEvent({ id, object: 'subscription', customer: myCustomer });
    expect((await post(crossed, await sign(crossed))).status).toBe(200);
    expect(await app.account(mine)).toMatchObject({ subscriptionStatus: 'trial' });
  });

  it('is delivered again until the provider and the database have answered', async () => {
    const owner = await app.signUp();
    const chosen = await app.choose(owner, 'monthly');
    await app.delivered();
    const before = (await events(owner.businessId)).length;
    await app.fail('/v1/subscriptions/', { method: 'GET', kind: 'error', status: 500, times: 4 });
    const { stripeSubscriptionId: id, stripeCustomerId: customer } = await app.account(owner);
    const body = subscriptionEvent({ id, object: 'subscription', customer });
    expect(await post(body, await sign(body))).toMatchObject({ status: 503 });
    // Not noted either, or the next delivery would have no effect.
    expect(await events(owner.businessId)).toHaveLength(before);
    await app.pay(chosen.body.clientSecret);
    await expect.poll(async () => (await app.account(owner)).subscriptionStatus).toBe('active');
  });

  it('follows a renewal, one that fails, its retries, and the end', async () => {
    const owner = await app.signUp();
    await app.subscribe(owner, 'monthly', CARDS.failsLater);
    const start = (await app.account(owner)).currentPeriodEnd;
    await app.passTime(32 * DAY);
    const owing = await app.account(owner);
    // Still in use while the provider tries again.
    expect(owing).toMatchObject({ subscriptionStatus: 'active', providerStatus: 'past_due' });
    expect(owing.currentPeriodEnd?.getTime()).toBeGreaterThan(start?.getTime() ?? 0);
    await app.passTime(20 * DAY);
    expect(await app.account(owner)).toMatchObject({
      subscriptionStatus: 'canceled',
      providerStatus: 'canceled',
    });
  });

  it('renews month after month with a card that pays', async () => {
    const owner = await app.signUp();
    await app.subscribe(owner);
    const first = (await app.account(owner)).currentPeriodEnd?.getTime() ?? 0;
    await app.passTime(65 * DAY);
    const row = await app.account(owner);
    expect(row).toMatchObject({ subscriptionStatus: 'active', providerStatus: 'active' });
    expect((row.currentPeriodEnd?.getTime() ?? 0) - first).toBeGreaterThan(58 * DAY);
  });

  it('lets a canceled plan run to its end, and can be resumed before', async () => {
    const owner = await app.signUp();
    const id = await app.subscribe(owner);
    const change = async (ending: boolean) => {
      await app.stripe.subscriptions.update(id, { cancel_at_period_end: ending });
      await app.delivered();
      const { subscriptionStatus, cancelAtPeriodEnd } = await app.account(owner);
      return [subscriptionStatus, cancelAtPeriodEnd];
    };
    expect(await change(true)).toEqual(['active', true]);
    expect(await change(false)).toEqual(['active', false]);
    expect(await change(true)).toEqual(['active', true]);
    await app.passTime(32 * DAY);
    expect(await app.account(owner)).toMatchObject({ subscriptionStatus: 'canceled' });
  });

  it('changes the plan that is shown when it is changed at the provider', async () => {
    const owner = await app.signUp();
    const id = await app.subscribe(owner, 'monthly');
    const { data } = await app.stripe.prices.list({ lookup_keys: ['remit_yearly'] });
    const { items } = await app.stripe.subscriptions.retrieve(id);
    await app.stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: data[0]?.id ?? '' }],
      proration_behavior: 'none',
    });
    await app.delivered();
    expect(await app.account(owner)).toMatchObject({ subscriptionPlan: 'yearly', plan: 'yearly' });
  });

  it('lets a deleted customer go, and the account can buy again', async () => {
    const owner = await app.signUp();
    await app.subscribe(owner);
    const { stripeCustomerId: before } = await app.account(owner);
    await app.stripe.customers.del(before ?? '');
    await app.delivered();
    expect(await app.account(owner)).toMatchObject({
      subscriptionStatus: 'canceled',
      stripeCustomerId: null,
      stripeSubscriptionId: null,
    });
    await app.subscribe(owner, 'yearly');
    expect((await app.account(owner)).stripeCustomerId).not.toBe(before);
  });

  it('believes no event that says that a customer was deleted who was not', async () => {
    const owner = await app.signUp();
    await app.subscribe(owner);
    const { stripeCustomerId: id } = await app.account(owner);
    const body = subscriptionEvent({ id, object: 'customer' }, { type: 'customer.deleted' });
    expect((await post(body, await sign(body))).status).toBe(200);
    expect(await app.account(owner)).toMatchObject({
      subscriptionStatus: 'active',
      stripeCustomerId: id,
    });
  });

  it('takes nothing while it does not know what signs, or sells no plans', async () => {
    const { platform } = app.services.payments;
    const secret = platform?.webhookSecret;
    if (!platform) throw new Error('no platform');
    const body = subscriptionEvent({ id: 'sub_1', object: 'subscription', customer: 'cus_1' });
    const header = await sign(body);
    try {
      platform.webhookSecret = undefined;
      expect((await post(body, header)).status).toBe(503);
      app.services.payments.platform = undefined;
      expect((await post(body, header)).status).toBe(404);
    } finally {
      app.services.payments.platform = platform;
      platform.webhookSecret = secret;
    }
  });
});
