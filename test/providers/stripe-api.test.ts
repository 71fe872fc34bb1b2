import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  checkStripeAnswer,
  checkStripeParams,
  stripeAnswerProblems,
  stripeParamsProblems,
} from './stripe-schemas.ts';
import { newTestKey, startTestSandbox, stripeFor, type TestSandbox } from './test-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());
afterEach(() => {
  expect(sandbox.takeProblems()).toEqual([]);
});

const call = (
  path: string,
  key: string | null,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) =>
  fetch(`${sandbox.url}${path}`, {
    ...init,
    headers: { ...(key ? { authorization: `Bearer ${key}` } : {}), ...init.headers },
  });

/** An intent that is to be paid: of the first invoice of a subscription, as a browser would meet it. */
async function openIntent(stripe: Stripe, amount = 5_000): Promise<Stripe.PaymentIntent> {
  const customer = await stripe.customers.create({ metadata: { secret: 'note' } });
  const product = await stripe.products.create({ name: 'Plan' });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval: 'month' },
  });
  const { latest_invoice } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  });
  const secret = (latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? '';
  return stripe.paymentIntents.retrieve(secret.split('_secret_')[0] ?? '');
}

/** Confirms an intent as Stripe's script does in a browser. */
const confirm = (
  key: string,
  { id, client_secret }: Stripe.PaymentIntent,
  number: string,
  init: Parameters<typeof call>[2] = {},
) =>
  call(`/v1/payment_intents/${id}/confirm`, `pk${key.slice(2)}`, {
    method: 'POST',
    body: new URLSearchParams({
      client_secret: client_secret ?? '',
      return_url: 'http://localhost/back?x=1',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '40',
      'payment_method_data[card][cvc]': '123',
    }),
    ...init,
  });

async function paidIntent(key: string): Promise<Stripe.PaymentIntent> {
  const stripe = stripeFor(sandbox.url, key);
  const intent = await openIntent(stripe);
  await confirm(key, intent, '4242424242424242');
  return stripe.paymentIntents.retrieve(intent.id);
}

describe('the check of answers', () => {
  it('finds what is missing, what is too much, and a value that nobody knows', async () => {
    const stripe = sandbox.stripe();
    const { lastResponse: _, ...customer } = await stripe.customers.create({ name: 'Ann' });
    expect(stripeAnswerProblems('customer', customer)).toEqual([]);
    const { livemode: __, ...less } = customer;
    expect(stripeAnswerProblems('customer', less)).toEqual([
      "customer: must have required property 'livemode'",
    ]);
    expect(stripeAnswerProblems('customer', { ...customer, colour: 'red' })).toEqual([
      "customer: must NOT have additional properties 'colour'",
    ]);
    expect(stripeAnswerProblems('customer', { ...customer, tax_exempt: 'perhaps' })).not.toEqual(
      [],
    );
    expect(stripeAnswerProblems('price', customer)).toEqual(['is customer and not price']);
    expect(() => checkStripeAnswer('customer', less)).toThrow('livemode');
    const nested = { object: 'list', data: [less], has_more: false, url: '/v1/customers' };
    expect(stripeAnswerProblems('list', nested)).toHaveLength(1);
  });

  it('finds parameters that this version of the API does not have', () => {
    const call = 'POST /v1/refunds';
    expect(stripeParamsProblems(call, { payment_intent: 'pi_1', amount: '5' })).toEqual([]);
    expect(stripeParamsProblems(call, { payment_intent: 'pi_1', colour: 'red' })).not.toEqual([]);
    expect(stripeParamsProblems(call, { payment_intent: 'pi_1', amount: 'five' })).not.toEqual([]);
    expect(stripeParamsProblems(call, { reason: 'no' })).not.toEqual([]);
    expect(() => checkStripeParams(call, { colour: 'red' })).toThrow('colour');
  });
});

describe('keys', () => {
  it('are accounts of their own', async () => {
    const one = sandbox.stripe();
    const other = sandbox.stripe();
    const customer = await one.customers.create({ email: 'ann@example.com' });
    await expect(other.customers.retrieve(customer.id)).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
    });
    const key = newTestKey();
    const account = await stripeFor(sandbox.url, key).accounts.retrieveCurrent();
    expect(account).toMatchObject({ object: 'account', charges_enabled: true });
    const again = await call('/v1/account', null, {
      headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    });
    expect(await again.json()).toMatchObject({ id: account.id });
  });

  it.each(['sk_live_51abcdefgh', 'sk_test_short', 'nonsense', 'pk_live_51abcdefgh'])(
    'like %s are refused',
    async (key) => {
      await expect(stripeFor(sandbox.url, key).customers.list()).rejects.toMatchObject({
        type: 'StripeAuthenticationError',
        statusCode: 401,
        rawType: 'invalid_request_error',
      });
    },
  );

  it('are hidden in the error, missing ones are asked for, revoked ones are refused', async () => {
    const bad = await call('/v1/customers', 'sk_live_51abcdefgh');
    const { error } = (await bad.json()) as { error: { message: string } };
    expect(error.message).toMatch(/^Invalid API Key provided: sk_live_\*+efgh$/);
    const none = await call('/v1/customers', null);
    expect(none.status).toBe(401);
    expect(await none.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    const key = newTestKey();
    await stripeFor(sandbox.url, key).customers.list();
    await sandbox.control('revoke-key', { key });
    await expect(stripeFor(sandbox.url, key).customers.list()).rejects.toMatchObject({
      statusCode: 401,
      code: 'api_key_expired',
    });
  });

  it('that are publishable do only what a browser does', async () => {
    const key = newTestKey();
    const stripe = stripeFor(sandbox.url, key);
    const publishable = `pk${key.slice(2)}`;
    const refused = await call('/v1/customers', publishable);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { code: 'secret_key_required' } });
    const intent = await openIntent(stripe);
    const path = `/v1/payment_intents/${intent.id}`;
    const seen = await call(`${path}?client_secret=${intent.client_secret}`, publishable);
    expect(seen.headers.get('access-control-allow-origin')).toBe('*');
    const shown = (await seen.json()) as Record<string, unknown>;
    expect(shown).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
    expect(shown).not.toHaveProperty('metadata');
    expect((await call(`${path}?client_secret=wrong`, publishable)).status).toBe(404);
    expect((await call(path, publishable)).status).toBe(400);
    const preflight = await call(`${path}/confirm`, null, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(
      (await call('/v1/customers', null, { method: 'OPTIONS' })).headers.get(
        'access-control-allow-origin',
      ),
    ).toBeNull();
  });
});

describe('parameters', () => {
  it('that are unknown, missing or of the wrong kind are named', async () => {
    const stripe = sandbox.stripe();
    const wrong = async (run: Promise<unknown>, code: string, param: string) => {
      await expect(run).rejects.toMatchObject({
        type: 'StripeInvalidRequestError',
        statusCode: 400,
        code,
        param,
      });
    };
    const odd = { colour: 'red' } as Stripe.CustomerCreateParams;
    await wrong(stripe.customers.create(odd), 'parameter_unknown', 'colour');
    const deep = {
      recurring: { interval: 'month', odd: 'x' },
    } as unknown as Stripe.PriceCreateParams;
    await wrong(stripe.prices.create(deep), 'parameter_unknown', 'recurring[odd]');
    await wrong(
      stripe.prices.create({ unit_amount: 100 } as Stripe.PriceCreateParams),
      'parameter_missing',
      'currency',
    );
    await wrong(
      stripe.refunds.create({ payment_intent: 'pi_1', amount: 1.5 }),
      'parameter_invalid_integer',
      'amount',
    );
    await wrong(stripe.customers.create({ email: 'nobody' }), 'email_invalid', 'email');
    const polluted = await call('/v1/customers', newTestKey(), {
      method: 'POST',
      body: new URLSearchParams([
        ['__proto__[polluted]', 'yes'],
        ['metadata[__proto__]', 'x'],
      ]),
    });
    expect(polluted.status).toBe(400);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('with unknown calls are 404', async () => {
    const answer = await call('/v1/terminal/readers', newTestKey());
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });
});

describe('idempotency', () => {
  it('answers the same again, and refuses another request under the key', async () => {
    const stripe = sandbox.stripe();
    const once = await stripe.customers.create({ name: 'Ann' }, { idempotencyKey: 'key-1' });
    const twice = await stripe.customers.create({ name: 'Ann' }, { idempotencyKey: 'key-1' });
    expect(twice.id).toBe(once.id);
    expect(twice.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.customers.list()).data).toHaveLength(1);
    await expect(
      stripe.customers.create({ name: 'Bea' }, { idempotencyKey: 'key-1' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    const other = await sandbox
      .stripe()
      .customers.create({ name: 'Bea' }, { idempotencyKey: 'key-1' });
    expect(other.id).not.toBe(once.id);
  });

  it('refuses a second request while the first is under way, and keeps a decline', async () => {
    const key = newTestKey();
    const stripe = stripeFor(sandbox.url, key);
    await sandbox.control('fail', { path: '/v1/customers', kind: 'held' });
    const first = stripe.customers.create({ name: 'Ann' }, { idempotencyKey: 'slow' });
    await sandbox.control('fail/until-held');
    await expect(
      stripe.customers.create({ name: 'Ann' }, { idempotencyKey: 'slow' }),
    ).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    await sandbox.control('fail/release');
    await first;
    expect((await stripe.customers.list()).data).toHaveLength(1);
    const intent = await openIntent(stripe);
    const headers = { 'idempotency-key': 'declined' };
    for (const replayed of [null, 'true']) {
      const declined = await confirm(key, intent, '4000000000000002', { headers });
      expect(declined.headers.get('idempotent-replayed')).toBe(replayed);
      expect(await declined.json()).toMatchObject({
        error: { type: 'card_error', decline_code: 'generic_decline' },
      });
    }
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  it('protects a payment whose answer was lost, and forgets keys after a day', async () => {
    const key = newTestKey();
    const stripe = stripeFor(sandbox.url, key);
    const intent = await openIntent(stripe);
    const headers = { 'idempotency-key': 'lost' };
    const pay = (init = {}) => confirm(key, intent, '4242424242424242', { headers, ...init });
    await sandbox.control('fail', { path: '/v1/payment_intents', kind: 'timeout-after' });
    await expect(pay({ signal: AbortSignal.timeout(300) })).rejects.toThrow();
    expect(await (await pay()).json()).toMatchObject({ status: 'succeeded' });
    expect((await stripe.charges.list()).data).toHaveLength(1);
    await sandbox.control('clock', { advance: 24 * 60 * 60 * 1000 });
    expect((await pay()).status).toBe(400);
    await sandbox.control('clock', { now: new Date().toISOString() });
  });
});

describe('lists', () => {
  it('have the newest first, as many as are asked for', async () => {
    const stripe = sandbox.stripe();
    for (let index = 0; index < 25; index += 1)
      await stripe.customers.create({ name: `n${index}` });
    const first = await stripe.customers.list({ limit: 10 });
    expect(first).toMatchObject({ has_more: true, object: 'list' });
    expect(first.data.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `n${24 - index}`),
    );
    const all = await stripe.customers.list({ limit: 25 });
    expect(all).toMatchObject({ has_more: false });
    expect(all.data).toHaveLength(25);
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  });
});

describe('customers, products and prices', () => {
  it('are made, found and deleted', async () => {
    const stripe = sandbox.stripe();
    const customer = await stripe.customers.create({
      email: 'a@example.com',
      metadata: { a: '1', b: '2' },
    });
    const { data: customers } = await stripe.customers.list();
    expect(customers).toMatchObject([{ id: customer.id, metadata: { a: '1', b: '2' } }]);
    expect(await stripe.customers.del(customer.id)).toMatchObject({ deleted: true });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    const product = await stripe.products.create({ name: 'Remit' });
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 1_900,
      recurring: { interval: 'month' },
      lookup_key: 'monthly',
    });
    const found = await stripe.prices.list({ lookup_keys: ['monthly'], expand: ['data.product'] });
    expect(found.data).toHaveLength(1);
    expect((found.data[0]!.product as Stripe.Product).name).toBe('Remit');
    await expect(
      stripe.prices.create({
        product: product.id,
        currency: 'usd',
        unit_amount: 1,
        lookup_key: 'monthly',
      }),
    ).rejects.toMatchObject({ code: 'resource_already_exists' });
    const moved = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 2_100,
      recurring: { interval: 'month' },
      lookup_key: 'monthly',
      transfer_lookup_key: true,
    });
    expect((await stripe.prices.list({ lookup_keys: ['monthly'] })).data[0]?.id).toBe(moved.id);
    expect((await stripe.prices.list({ active: true })).data.map(({ id }) => id)).toEqual([
      moved.id,
      price.id,
    ]);
  });
});

describe('refunds and disputes', () => {
  it('give back a part, then the rest, and never more', async () => {
    const key = newTestKey();
    const stripe = stripeFor(sandbox.url, key);
    const intent = await paidIntent(key);
    const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 2_000 });
    expect(part).toMatchObject({ amount: 2_000, status: 'succeeded', payment_intent: intent.id });
    await expect(
      stripe.refunds.create({ payment_intent: intent.id, amount: 3_001 }),
    ).rejects.toMatchObject({ param: 'amount', statusCode: 400 });
    const rest = await stripe.refunds.create({ payment_intent: intent.id });
    expect(rest.amount).toBe(3_000);
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    const readCharge = async () =>
      (await stripe.charges.list({ payment_intent: intent.id })).data[0];
    expect(await readCharge()).toMatchObject({ refunded: true, amount_refunded: 5_000 });
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(2);
    expect(await sandbox.control('fail-refund', { refund: rest.id })).toMatchObject({
      status: 'failed',
    });
    expect((await readCharge())?.amount_refunded).toBe(2_000);
    const unpaid = await openIntent(stripe);
    await expect(stripe.refunds.create({ payment_intent: unpaid.id })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it('open, and are won or lost', async () => {
    const key = newTestKey();
    const stripe = stripeFor(sandbox.url, key);
    const intent = await paidIntent(key);
    const opened = await sandbox.control<{ id: string }>('dispute', { payment_intent: intent.id });
    const disputed = async () => (await stripe.disputes.list({ payment_intent: intent.id })).data;
    expect(await disputed()).toMatchObject([
      { id: opened.id, status: 'needs_response', amount: 5_000 },
    ]);
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
    await sandbox.control('dispute', { payment_intent: intent.id, outcome: 'lost' });
    expect((await disputed())[0]?.status).toBe('lost');
    const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
    expect(types).toContain('charge.dispute.created');
    expect(types).toContain('charge.dispute.closed');
  });
});

describe('payments', () => {
  it('are confirmed by a browser with card data, and challenged or declined there', async () => {
    const key = newTestKey();
    const stripe = stripeFor(sandbox.url, key);
    const intent = await openIntent(stripe, 1_900);
    const typo = await confirm(key, intent, '4242424242424241');
    expect(typo.status).toBe(402);
    expect(await typo.json()).toMatchObject({
      error: { type: 'card_error', code: 'incorrect_number', param: 'number' },
    });
    const declined = await confirm(key, intent, '4000000000009995');
    expect(declined.status).toBe(402);
    expect(await declined.json()).toMatchObject({
      error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    });
    const challenged = (await (
      await confirm(key, intent, '4000002760003184')
    ).json()) as Stripe.PaymentIntent;
    expect(challenged.status).toBe('requires_action');
    const url = new URL(challenged.next_action?.redirect_to_url?.url ?? '');
    const passed = await fetch(`${url.origin}${url.pathname}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        secret: url.searchParams.get('secret') ?? '',
        outcome: 'complete',
      }),
    });
    const back = new URL(passed.headers.get('location') ?? '');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      x: '1',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
    const twice = await confirm(key, intent, '4242424242424242');
    expect(await twice.json()).toMatchObject({
      error: { code: 'payment_intent_unexpected_state' },
    });
  });
});

describe('ordered failures', () => {
  it.each([
    [{ status: 429 }, { type: 'StripeRateLimitError', statusCode: 429 }],
    [{ status: 500 }, { type: 'StripeAPIError', statusCode: 500 }],
    [
      { kind: 'not-json' },
      { type: 'StripeAPIError', message: 'Invalid JSON received from the Stripe API' },
    ],
    [{ kind: 'reset', times: 9 }, { type: 'StripeConnectionError' }],
  ])('%o', async (failure, expected) => {
    const stripe = sandbox.stripe();
    await sandbox.control('fail', { path: '/v1/customers', ...failure });
    await expect(stripe.customers.list()).rejects.toMatchObject(expected);
    await sandbox.control('fail/clear');
    expect((await stripe.customers.list()).data).toEqual([]);
  });

  it('never happen without controls', async () => {
    const plain = await startTestSandbox({ controls: false });
    const answer = await fetch(`${plain.url}/_sandbox/clock`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(404);
    await plain.close();
  });
});
