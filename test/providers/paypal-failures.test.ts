import { describe, expect, test } from 'vitest';
import { paypalProvider } from '../../src/server/platform/payment-providers/paypal/paypal-provider.ts';
import { paypalTokens } from '../../src/server/platform/payment-providers/paypal/paypal-tokens.ts';
import { money } from '../../src/shared/money/money.ts';
import { checkoutRequest, failure, movableClock, paid, paypalSandbox } from './paypal-fixture.ts';

const paypal = paypalSandbox();
const { control } = paypal;

const TOKEN = 'POST /v1/oauth2/token';

describe('keys', () => {
  test('that work say so', async () => {
    const { provider } = paypal.account();
    expect(await provider.checkAccount()).toEqual({ name: null, livemode: false });
  });

  test('that are wrong, too short or no keys at all are refused', async () => {
    const { clientId, provider } = paypal.account({ secret: 'the-right-secret' });
    await provider.checkAccount();
    for (const [id, secret] of [
      [clientId, 'another-secret'],
      ['short', 'the-right-secret'],
      ['with a space', 'the-right-secret'],
      ['with:a:colon', 'the-right-secret'],
      ['', ''],
      ['schlüssel-ü', 'the-right-secret'],
    ] as const) {
      const error = await failure(paypal.account({ id, secret }).provider.checkAccount());
      expect(error).toMatchObject({ kind: 'credentials', code: 'invalid_client' });
      expect(error.message).toBe('PayPal does not accept the client ID and secret.');
    }
    await provider.checkAccount();
  });

  test('that are wrong do not meet the token of the right ones', async () => {
    const tokens = paypalTokens(movableClock());
    const open = (clientSecret: string) =>
      paypalProvider({ base: paypal.url(), clientId: 'client-shared', clientSecret, tokens });
    const { id } = await open('the-right-secret').createCheckout(checkoutRequest());
    expect(await open('the-right-secret').readCheckout(id)).toMatchObject({ state: 'open' });
    expect(paypal.calls(TOKEN)).toHaveLength(1);
    expect((await failure(open('a-wrong-secret').readCheckout(id))).kind).toBe('credentials');
  });

  test('that were revoked are noticed, with a token in hand and without', async () => {
    const account = paypal.account();
    const { clientId, provider } = account;
    const { id } = await paid(account, control);
    await control('paypal/revoke', { clientId });
    expect((await failure(provider.readCheckout(id))).kind).toBe('credentials');
    expect((await failure(provider.checkAccount())).kind).toBe('credentials');
    await control('paypal/restore', { clientId });
    expect(await provider.readCheckout(id)).toMatchObject({ state: 'paid' });
  });

  test('are asked for a token once, by many at a time', async () => {
    const { provider } = paypal.account();
    await Promise.all([1, 2, 3, 4].map(() => provider.createCheckout(checkoutRequest())));
    expect(paypal.calls(TOKEN)).toHaveLength(1);
  });

  test('get a new token before the old one ends', async () => {
    const { provider, clock } = paypal.account();
    const { id } = await provider.createCheckout(checkoutRequest());
    clock.move(32_400 - 120);
    await provider.readCheckout(id);
    expect(paypal.calls(TOKEN)).toHaveLength(1);
    clock.move(90);
    await provider.readCheckout(id);
    expect(paypal.calls(TOKEN)).toHaveLength(2);
  });

  test('get a new token when PayPal ended the old one, and the call is made once more', async () => {
    const account = paypal.account();
    const { clientId, provider } = account;
    const request = checkoutRequest();
    await provider.checkAccount();
    await control('paypal/end-tokens', { clientId });
    const { id } = await provider.createCheckout(request);
    expect(paypal.calls('POST /v2/checkout/orders').map(({ status }) => status)).toEqual([
      401, 201,
    ]);
    await control('paypal/end-tokens', { clientId });
    const reads = await Promise.all([1, 2, 3].map(() => provider.readCheckout(id)));
    expect(reads.every((checkout) => checkout?.id === id)).toBe(true);
  });

  test('a token that PayPal never takes ends in a refusal, not in a loop', async () => {
    const { provider } = paypal.account();
    await provider.checkAccount();
    await control('fail', { path: '/v2/checkout/orders', status: 401, times: 9 });
    expect((await failure(provider.createCheckout(checkoutRequest()))).kind).toBe('credentials');
    await control('fail/clear');
  });

  test('without a permission are refused as keys', async () => {
    const { provider } = paypal.account();
    await control('fail', { path: '/v2/checkout/orders', status: 403 });
    expect((await failure(provider.createCheckout(checkoutRequest()))).kind).toBe('credentials');
  });

  test('without the permission to see disputes know of none', async () => {
    const account = paypal.account();
    const { id } = await paid(account, control);
    await control('paypal/dispute', { order: id });
    await control('fail', { path: '/v1/customer/disputes', status: 403 });
    expect((await account.provider.readCheckout(id))?.payment?.dispute).toBe('none');
    expect((await account.provider.readCheckout(id))?.payment?.dispute).toBe('open');
  });
});

describe('no usable answer', () => {
  const failures = [
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['409', { status: 409 }],
    ['not JSON', { kind: 'not-json' }],
    ['a page of a proxy', { kind: 'html', status: 502 }],
    ['a page with status 200', { kind: 'html', status: 200 }],
    ['a page with status 401', { kind: 'html', status: 401 }],
    ['a page with status 404', { kind: 'html', status: 404 }],
    ['a connection that breaks, twice', { kind: 'reset', times: 2 }],
    ['silence', { kind: 'timeout-before' }],
  ] as const;

  test.each(failures)('%s is unavailable, for orders as for tokens', async (_, order) => {
    const silent = 'kind' in order && order.kind === 'timeout-before';
    const { provider } = paypal.account(silent ? { timeLimit: 1_000 } : {});
    await control('fail', { path: '/v1/oauth2/token', ...order });
    expect((await failure(provider.checkAccount())).kind).toBe('unavailable');
    await provider.checkAccount();
    await control('fail', { path: '/v2/checkout/orders', ...order });
    const request = checkoutRequest();
    expect((await failure(provider.createCheckout(request))).kind).toBe('unavailable');
    expect(await provider.createCheckout(request)).toMatchObject({ state: 'open' });
    await control('fail', { path: '/v2/checkout/orders/', method: 'GET', ...order });
    expect((await failure(provider.readCheckout('5O190127TN364715T'))).kind).toBe('unavailable');
  });

  test('silence after the money was taken: the same key finds it, and takes it no second time', async () => {
    const { provider } = paypal.account({ timeLimit: 1_000 });
    const request = checkoutRequest();
    const { id } = await provider.createCheckout(request);
    await control('paypal/approve', { order: id });
    await control('fail', { path: `/v2/checkout/orders/${id}/capture`, kind: 'timeout-after' });
    const error = await failure(provider.captureCheckout(id, request.key));
    expect(error).toMatchObject({ kind: 'unavailable', message: 'PayPal did not answer in time.' });
    const checkout = await provider.captureCheckout(id, request.key);
    expect(checkout.state).toBe('paid');
    expect((await provider.readCheckout(id))?.payment?.id).toBe(checkout.payment?.id);
    expect((await control('paypal/order', { order: id })).captures).toHaveLength(1);
  });

  test('silence after an order was made, or a refund: the same key finds it', async () => {
    const account = paypal.account({ timeLimit: 1_000 });
    const { provider } = account;
    const request = checkoutRequest();
    await provider.checkAccount();
    await control('fail', { path: '/v2/checkout/orders', kind: 'timeout-after' });
    expect((await failure(provider.createCheckout(request))).kind).toBe('unavailable');
    await provider.createCheckout(request);
    expect(paypal.calls('POST /v2/checkout/orders').map(({ status }) => status)).toEqual([
      201, 200,
    ]);

    const { id, payment } = await paid(account, control, { amount: money('100.00', 'USD') });
    const refund = { key: 'r', paymentId: payment.id, amount: money('60.00', 'USD') };
    await control('fail', { path: '/v2/payments/captures', kind: 'timeout-after' });
    expect((await failure(provider.refund(refund))).kind).toBe('unavailable');
    expect(await provider.refund(refund)).toMatchObject({ status: 'succeeded' });
    expect((await provider.readCheckout(id))?.payment?.refunded).toBe('60.00');
  });

  test('a connection that breaks once is made again, for what may be repeated', async () => {
    const { provider } = paypal.account();
    const { url } = await paypal.receiver();
    await control('fail', { path: '/v1/oauth2/token', kind: 'reset' });
    await control('fail', { path: '/v2/checkout/orders', kind: 'reset' });
    const { id } = await provider.createCheckout(checkoutRequest());
    await control('fail', { path: '/v2/checkout/orders/', method: 'GET', kind: 'reset' });
    expect(await provider.readCheckout(id)).toMatchObject({ state: 'open' });
    await control('fail', { path: '/v1/notifications/webhooks', kind: 'reset' });
    expect((await failure(provider.createWebhookEndpoint(url))).kind).toBe('unavailable');
  });

  test('an answer is never asked for twice', async () => {
    const { provider } = paypal.account();
    await provider.checkAccount();
    await control('fail', { path: '/v2/checkout/orders', status: 500 });
    await failure(provider.createCheckout(checkoutRequest()));
    expect(paypal.calls('POST /v2/checkout/orders')).toHaveLength(0);
  });
});
