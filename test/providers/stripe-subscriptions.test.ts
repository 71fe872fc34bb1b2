import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newTestKey, startTestSandbox, stripeFor, type TestSandbox } from './test-sandbox.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

let sandbox: TestSandbox;
let stripe: Stripe;
let key: string;
let monthly: Stripe.Price;
let yearly: Stripe.Price;
let customer: Stripe.Customer;

// Each test moves the clock: it has a sandbox of its own, set to the 31st of January.
beforeEach(async () => {
  sandbox = await startTestSandbox();
  await sandbox.control('clock', { now: '2027-01-31T12:00:00Z' });
  key = newTestKey();
  stripe = stripeFor(sandbox.url, key);
  const product = await stripe.products.create({ name: 'Remit' });
  const price = (unit_amount: number, interval: 'month' | 'year') =>
    stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount,
      recurring: { interval },
    });
  monthly = await price(1_900, 'month');
  yearly = await price(19_000, 'year');
  customer = await stripe.customers.create({ email: 'owner@example.com', name: 'Olive Owner' });
});
afterEach(async () => {
  expect(sandbox.takeProblems()).toEqual([]);
  await sandbox.close();
});

async function subscribe(change: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly.id }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    metadata: { user: '42' },
    expand: ['latest_invoice.confirmation_secret'],
    ...change,
  });
  const invoice = subscription.latest_invoice as Stripe.Invoice;
  return { subscription, invoice, secret: invoice.confirmation_secret?.client_secret ?? '' };
}

/** Pays as the browser's form does. */
async function confirm(secret: string, number = '4242424242424242') {
  const id = secret.split('_secret_')[0] ?? '';
  const answer = await fetch(`${sandbox.url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer pk${key.slice(2)}` },
    body: new URLSearchParams({
      client_secret: secret,
      return_url: 'http://localhost/subscription-success',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '45',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  return { status: answer.status, json: (await answer.json()) as Stripe.PaymentIntent };
}

async function active(number?: string): Promise<Stripe.Subscription> {
  const { subscription, secret } = await subscribe();
  await confirm(secret, number);
  return stripe.subscriptions.retrieve(subscription.id);
}

const typesSince = async (): Promise<string[]> =>
  (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse();

const periodEnd = (subscription: Stripe.Subscription): string =>
  new Date((subscription.items.data[0]?.current_period_end ?? 0) * 1000).toISOString();

describe('a subscription', () => {
  it('begins incomplete with a secret to pay with, and is active once it is paid', async () => {
    const { subscription, invoice, secret } = await subscribe();
    expect(subscription.status).toBe('incomplete');
    expect(secret).toMatch(/^pi_\w+_secret_\w+$/);
    expect(invoice).toMatchObject({
      status: 'open',
      amount_due: 1_900,
      billing_reason: 'subscription_create',
    });
    expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id);
    const declined = await confirm(secret, '4000000000000002');
    expect(declined.status).toBe(402);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete');
    expect((await confirm(secret)).json.status).toBe('succeeded');
    const paid = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['default_payment_method', 'latest_invoice'],
    });
    expect(paid).toMatchObject({ status: 'active', metadata: { user: '42' } });
    expect((paid.default_payment_method as Stripe.PaymentMethod).card?.last4).toBe('4242');
    expect((paid.latest_invoice as Stripe.Invoice).status).toBe('paid');
    expect(periodEnd(paid)).toBe('2027-02-28T12:00:00.000Z');
    const types = await typesSince();
    for (const type of [
      'customer.subscription.created',
      'invoice.payment_failed',
      'invoice.paid',
      'customer.subscription.updated',
    ]) {
      expect(types).toContain(type);
    }
  });

  it('asks for 3-D Secure on the first payment', async () => {
    const { subscription, secret } = await subscribe();
    const { json } = await confirm(secret, '4000002760003184');
    expect(json.status).toBe('requires_action');
    expect(await typesSince()).toContain('invoice.payment_action_required');
    await sandbox.control('challenge', { payment_intent: json.id, outcome: 'complete' });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });

  it('that is not paid within 23 hours is over, and takes no payment', async () => {
    const { subscription, secret } = await subscribe();
    await sandbox.control('clock', { advance: 22 * hour });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete');
    await sandbox.control('clock', { advance: hour });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe(
      'incomplete_expired',
    );
    expect((await confirm(secret)).status).toBe(400);
    expect(await typesSince()).toContain('invoice.voided');
  });

  it('renews by the clock on the day of its anchor', async () => {
    const { id } = await active();
    await sandbox.control('clock', { advance: 28 * day + hour });
    const renewed = await stripe.subscriptions.retrieve(id);
    expect(renewed.status).toBe('active');
    expect(periodEnd(renewed)).toBe('2027-03-31T12:00:00.000Z');
    await sandbox.control('clock', { now: '2027-06-01T00:00:00Z' });
    expect(periodEnd(await stripe.subscriptions.retrieve(id))).toBe('2027-06-30T12:00:00.000Z');
    const invoices = await stripe.invoices.list({ customer: customer.id, limit: 20 });
    expect(invoices.data.map(({ status, billing_reason }) => [status, billing_reason])).toEqual([
      ...Array.from({ length: 4 }, () => ['paid', 'subscription_cycle']),
      ['paid', 'subscription_create'],
    ]);
    expect(invoices.data.map(({ created }) => new Date(created * 1000).getUTCMonth())).toEqual([
      4, 3, 2, 1, 0,
    ]);
  });

  it('whose renewals fail is past due, tried again, and canceled in the end', async () => {
    const { id } = await active('4000000000000341');
    await sandbox.control('clock', { advance: 28 * day });
    const late = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    expect(late.status).toBe('past_due');
    expect(late.latest_invoice).toMatchObject({ status: 'open', attempt_count: 1 });
    await sandbox.control('clock', { advance: 16 * day });
    const gone = await stripe.subscriptions.retrieve(id);
    expect(gone).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    const types = await typesSince();
    expect(types.filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
    expect(types.at(-1)).toBe('customer.subscription.deleted');
  });

  it('that is past due becomes active when the invoice is paid with another card', async () => {
    const { id } = await active('4000000000000341');
    await sandbox.control('clock', { advance: 28 * day });
    const expand = ['latest_invoice.confirmation_secret'];
    const { latest_invoice: late } = await stripe.subscriptions.retrieve(id, { expand });
    const secret = (late as Stripe.Invoice).confirmation_secret?.client_secret ?? '';
    expect((await confirm(secret, '4000000000000002')).status).toBe(402);
    expect((await confirm(secret)).status).toBe(200);
    const paid = await stripe.subscriptions.retrieve(id, { expand });
    expect(paid).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
    expect((await confirm(secret)).status).toBe(400);
  });

  it('ends with its period, unless it is resumed before', async () => {
    const { id } = await active();
    const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true });
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    await sandbox.control('clock', { advance: 29 * day });
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await sandbox.control('clock', { advance: 40 * day });
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
    expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(2);
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
    expect(
      (await stripe.subscriptions.list({ customer: customer.id, status: 'ended' })).data,
    ).toHaveLength(1);
    await expect(
      stripe.subscriptions.update(id, { cancel_at_period_end: false }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });

  it('is canceled at once, and while it is incomplete its invoice is void', async () => {
    const { id } = await active();
    expect((await stripe.subscriptions.cancel(id)).status).toBe('canceled');
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({
      code: 'resource_missing',
    });
    const { subscription, invoice, secret } = await subscribe();
    expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe('incomplete_expired');
    const [last] = (await stripe.invoices.list({ customer: customer.id, limit: 1 })).data;
    expect(last).toMatchObject({ id: invoice.id, status: 'void' });
    expect((await confirm(secret)).status).toBe(400);
  });

  it('changes its plan: the new period begins now, and is paid', async () => {
    const subscription = await active();
    await sandbox.control('clock', { advance: 14 * day });
    const item = subscription.items.data[0]?.id ?? '';
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item, price: yearly.id }],
      proration_behavior: 'none',
      expand: ['latest_invoice'],
    });
    expect(periodEnd(changed)).toBe('2028-02-14T12:00:00.000Z');
    const invoice = changed.latest_invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_update',
      total: 19_000,
    });
    const { subscription: incomplete } = await subscribe();
    await expect(
      stripe.subscriptions.update(incomplete.id, {
        items: [{ id: incomplete.items.data[0]?.id ?? '', price: yearly.id }],
        proration_behavior: 'none',
      }),
    ).rejects.toMatchObject({ code: 'subscription_payment_intent_requires_action' });
  });

  it('is refused for a price that nobody has', async () => {
    const refused = subscribe({ items: [{ price: 'price_none' }] });
    await expect(refused).rejects.toMatchObject({
      param: 'items[0][price]',
      code: 'resource_missing',
    });
  });

  it('merges its metadata, and tells what was before', async () => {
    const { id } = await active();
    await stripe.subscriptions.update(id, { metadata: { user: '', other: '7' } });
    expect((await stripe.subscriptions.retrieve(id)).metadata).toEqual({ other: '7' });
    const [event] = (await stripe.events.list({ limit: 1 })).data;
    expect(event).toMatchObject({
      type: 'customer.subscription.updated',
      data: { previous_attributes: { metadata: { user: '42' } } },
    });
  });
});

describe('the portal', () => {
  const open = async () =>
    stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: 'http://localhost/billing',
    });
  const post = (url: string, action: string, fields: Record<string, string>) =>
    fetch(`${url}/${action}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    });

  it('shows the plan, cancels at the end of the period, and resumes', async () => {
    const { id } = await active();
    const { url } = await open();
    const text = await (await fetch(url)).text();
    for (const part of [
      '$19.00 <span class="per">per month</span>',
      'visa •••• 4242',
      'February 28, 2027',
      'href="http://localhost/billing"',
    ]) {
      expect(text).toContain(part);
    }
    const canceled = await post(url, 'cancel', { subscription: id });
    expect(canceled.status).toBe(303);
    expect((await stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(true);
    expect(await (await fetch(url)).text()).toContain(
      'Your subscription ends on February 28, 2027.',
    );
    await post(url, 'resume', { subscription: id });
    expect((await stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(false);
    const invoice = /href="(\/invoices\/in_\w+)"/.exec(text)?.[1];
    expect(await (await fetch(`${sandbox.url}${invoice}`)).text()).toContain('Paid on');
  });

  it('takes a new card, which pays what is open', async () => {
    const { id } = await active('4000000000000341');
    await sandbox.control('clock', { advance: 28 * day });
    const { url } = await open();
    expect(await (await fetch(url)).text()).toContain('The last payment failed.');
    const card = { expiry: '12/45', cvc: '123', name: 'Olive' };
    const bad = await post(url, 'card', { ...card, number: '4000000000000002' });
    expect(bad.status).toBe(402);
    expect(await bad.text()).toContain('Your card was declined.');
    const good = await post(url, 'card', { ...card, number: '5555555555554444' });
    expect(good.status).toBe(303);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  });

  it('touches only the subscriptions of its customer, and lasts an hour', async () => {
    const { id } = await active();
    const stranger = await stripe.customers.create({ email: 'other@example.com' });
    const { url } = await stripe.billingPortal.sessions.create({ customer: stranger.id });
    await post(url, 'cancel', { subscription: id });
    expect((await stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(false);
    expect(await (await fetch(url)).text()).toContain('No active subscription');
    await sandbox.control('clock', { advance: hour });
    expect((await fetch(url)).status).toBe(410);
  });

  it('says that it is not configured as Stripe does, and opens once it is', async () => {
    await sandbox.control('portal', { key, configured: false });
    await expect(open()).rejects.toThrow(
      'No configuration provided and your test mode default configuration has not been created.',
    );
    await sandbox.control('portal', { key, configured: true });
    expect((await open()).url).toContain('/portal/bps_');
  });
});
