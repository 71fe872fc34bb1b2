import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkoutRequest, misfit, paid, paypalSandbox } from './paypal-fixture.ts';
import { operations } from './paypal-operations.ts';

const paypal = paypalSandbox();
const { control } = paypal;

type Json = Record<string, unknown>;

/** The API as another client than ours meets it. */
async function client() {
  const clientId = `raw-${Math.random().toString(36).slice(2)}-client`;
  const pair = Buffer.from(`${clientId}:secret-of-raw`).toString('base64');
  const token = await fetch(`${paypal.url()}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${pair}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await token.json()) as { access_token: string };

  async function call(method: string, path: string, body?: unknown, headers: object = {}) {
    const answer = await fetch(paypal.url() + path, {
      method,
      headers: {
        authorization: `Bearer ${access_token}`,
        ...(method === 'POST' ? { 'paypal-request-id': randomUUID() } : {}),
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: (text ? JSON.parse(text) : undefined) as Json,
    };
  }
  return { clientId, call };
}

const amount = { currency_code: 'USD', value: '10.00' };
const plain = {
  intent: 'CAPTURE',
  purchase_units: [{ amount }],
  payment_source: { paypal: {} },
};

/** The issues of a refusal, with their fields. */
const issues = ({ body }: { body: Json }) =>
  ((body['details'] ?? []) as { issue: string; field?: string }[]).map(
    ({ issue, field }) => `${issue} ${field ?? ''}`,
  );

describe('an order', () => {
  test('is answered in brief, and whole when that is preferred', async () => {
    const { call } = await client();
    const brief = await call('POST', '/v2/checkout/orders', plain);
    expect(brief.body['purchase_units']).toBeUndefined();
    const whole = await call('POST', '/v2/checkout/orders', plain, {
      prefer: 'return=representation',
    });
    expect(whole.body['purchase_units']).toMatchObject([{ reference_id: 'default', amount }]);
  });

  test('with a payment source needs a request id', async () => {
    const { call } = await client();
    const refused = await call('POST', '/v2/checkout/orders', plain, { 'paypal-request-id': '' });
    expect(refused.status).toBe(400);
    expect(issues(refused)).toEqual(['PAYPAL_REQUEST_ID_REQUIRED PayPal-Request-Id']);
  });

  test.each<[string, unknown, number, string]>([
    ['no JSON', '{"intent"', 400, 'MALFORMED_REQUEST_JSON /'],
    ['an array', [], 400, 'INVALID_PARAMETER_SYNTAX /'],
    ['no intent', { ...plain, intent: undefined }, 400, 'MISSING_REQUIRED_PARAMETER /intent'],
    ['an unknown intent', { ...plain, intent: 'GIVE' }, 400, 'INVALID_PARAMETER_VALUE /intent'],
    ['an authorization', { ...plain, intent: 'AUTHORIZE' }, 422, 'UNSUPPORTED_INTENT /intent'],
    ['an unknown field', { ...plain, tip: 1 }, 400, 'MALFORMED_REQUEST_JSON /tip'],
    [
      'a field of the prototype',
      { ...plain, toString: 1 },
      400,
      'MALFORMED_REQUEST_JSON /toString',
    ],
    ['no unit', { ...plain, purchase_units: [] }, 400, 'INVALID_ARRAY_MIN_ITEMS /purchase_units'],
    [
      'a text that is too long',
      { ...plain, purchase_units: [{ amount, custom_id: 'x'.repeat(128) }] },
      400,
      'INVALID_STRING_LENGTH /purchase_units/0/custom_id',
    ],
    [
      'a number as amount',
      { ...plain, purchase_units: [{ amount: { currency_code: 'USD', value: 10 } }] },
      400,
      'INVALID_PARAMETER_SYNTAX /purchase_units/0/amount/value',
    ],
    [
      'three decimals',
      { ...plain, purchase_units: [{ amount: { ...amount, value: '10.001' } }] },
      422,
      'DECIMAL_PRECISION /purchase_units/0/amount/value',
    ],
    [
      'less than nothing',
      { ...plain, purchase_units: [{ amount: { ...amount, value: '-1.00' } }] },
      422,
      'CANNOT_BE_ZERO_OR_NEGATIVE /purchase_units/0/amount/value',
    ],
    [
      'yen with decimals',
      { ...plain, purchase_units: [{ amount: { currency_code: 'JPY', value: '10.00' } }] },
      422,
      'DECIMALS_NOT_SUPPORTED /purchase_units/0/amount/value',
    ],
    [
      'dinars of Kuwait',
      { ...plain, purchase_units: [{ amount: { currency_code: 'KWD', value: '10.000' } }] },
      422,
      'INVALID_CURRENCY_CODE /purchase_units/0/amount/currency_code',
    ],
    [
      'an address that is none',
      {
        ...plain,
        payment_source: { paypal: { experience_context: { return_url: 'javascript:alert(1)' } } },
      },
      400,
      'INVALID_PARAMETER_SYNTAX /payment_source/paypal/experience_context/return_url',
    ],
  ])('with %s is refused', async (_, body, status, issue) => {
    const { call } = await client();
    const refused = await call('POST', '/v2/checkout/orders', body);
    expect(refused.status).toBe(status);
    expect(issues(refused)).toEqual([issue]);
  });

  test('that is not JSON by its type is refused', async () => {
    const { call } = await client();
    const refused = await call('POST', '/v2/checkout/orders', '{}', {
      'content-type': 'text/plain',
    });
    expect([refused.status, refused.body['name']]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('is captured once for an invoice id of the account', async () => {
    const { call } = await client();
    for (const expected of [201, 422]) {
      const { body } = await call('POST', '/v2/checkout/orders', {
        ...plain,
        purchase_units: [{ amount, invoice_id: 'INV-1' }],
      });
      await control('paypal/approve', { order: body['id'] });
      const captured = await call('POST', `/v2/checkout/orders/${String(body['id'])}/capture`);
      expect(captured.status).toBe(expected);
      if (expected === 422) expect(issues(captured)[0]).toMatch(/^DUPLICATE_INVOICE_ID/);
    }
  });

  test('declined leads the payer back by a link', async () => {
    const { call } = await client();
    const { body } = await call('POST', '/v2/checkout/orders', plain);
    await control('paypal/approve', { order: body['id'], funding: 'declines' });
    const refused = await call('POST', `/v2/checkout/orders/${String(body['id'])}/capture`);
    expect(issues(refused)).toEqual(['INSTRUMENT_DECLINED ']);
    expect(refused.body['links']).toContainEqual({
      href: `${paypal.url()}/paypal/approve/${String(body['id'])}`,
      rel: 'redirect',
      method: 'GET',
    });
  });
});

describe('request ids', () => {
  test('are remembered for six hours of the clock', async () => {
    const { call } = await client();
    const once = { 'paypal-request-id': 'the-same' };
    const first = await call('POST', '/v2/checkout/orders', plain, once);
    expect((await call('POST', '/v2/checkout/orders', plain, once)).body['id']).toBe(
      first.body['id'],
    );
    await control('paypal/approve', { order: first.body['id'] });
    await call('POST', `/v2/checkout/orders/${String(first.body['id'])}/capture`);
    await control('clock', { advance: 6 * 3_600_000 + 1 });
    const later = await call('POST', '/v2/checkout/orders', plain, once);
    expect(later.status).toBe(201);
    expect(later.body['id']).not.toBe(first.body['id']);
  });

  test('of two accounts, and of two operations, do not meet; one that is too long is refused', async () => {
    const once = { 'paypal-request-id': 'shared' };
    const [one, two] = [await client(), await client()];
    const first = await one.call('POST', '/v2/checkout/orders', plain, once);
    const second = await two.call('POST', '/v2/checkout/orders', plain, once);
    expect([first.status, second.status]).toEqual([201, 201]);
    await control('paypal/approve', { order: first.body['id'] });
    const path = `/v2/checkout/orders/${String(first.body['id'])}/capture`;
    expect((await one.call('POST', path, undefined, once)).status).toBe(201);
    const long = { 'paypal-request-id': 'x'.repeat(109) };
    expect((await one.call('POST', '/v2/checkout/orders', plain, long)).status).toBe(400);
  });
});

describe('signing in', () => {
  test('only client credentials are granted, and only known tokens are taken', async () => {
    const headers = {
      authorization: `Basic ${Buffer.from('client-12:secret-12').toString('base64')}`,
    };
    const wrong = await fetch(`${paypal.url()}/v1/oauth2/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ grant_type: 'password' }),
    });
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { error: 'unsupported_grant_type' },
    ]);
    const { call } = await client();
    for (const authorization of ['', 'Bearer made-up', 'Basic x']) {
      const refused = await call('GET', '/v2/checkout/orders/X', undefined, { authorization });
      expect([refused.status, refused.body['name']]).toEqual([401, 'AUTHENTICATION_FAILURE']);
    }
  });
});

describe('the documents are a real measure', () => {
  test('an invented field, a wrong status or a missing one is a breach', async () => {
    const account = paypal.account();
    const { id } = await paid(account, control);
    await account.provider.readCheckout(id);
    const [call] = paypal.calls('GET /v2/checkout/orders/:id');
    const schema = operations['GET /v2/checkout/orders/:id']?.answers[200] ?? {};
    const answer = call?.answer as Json;
    expect(misfit(schema, answer)).toBeUndefined();
    expect(misfit(schema, { ...answer, paid: true })).toMatch(/additional properties/);
    expect(misfit(schema, { ...answer, status: 'PAID' })).toMatch(/allowed values/);
    expect(misfit(schema, { ...answer, create_time: 'today' })).toMatch(/pattern|fewer/);
    const { links: _, ...without } = answer;
    expect(misfit(schema, without)).toMatch(/links/);
    const request = operations['POST /v2/checkout/orders']?.request ?? {};
    expect(misfit(request, plain)).toBeUndefined();
    expect(misfit(request, { ...plain, metadata: {} })).toMatch(/additional properties/);
  });

  test('every call of the sandbox has its document', async () => {
    const { call } = await client();
    const { payment } = await paid(paypal.account(), control);
    expect((await call('GET', `/v2/payments/captures/${payment.id}`)).status).toBe(404);
    const account = paypal.account();
    const own = await paid(account, control);
    await account.provider.refund({
      key: 'k',
      paymentId: own.payment.id,
      amount: { amount: '1.00', currency: 'USD' },
    });
    expect((await call('GET', '/v1/customer/disputes/PP-R-NONE-1')).status).toBe(404);
    expect((await call('DELETE', '/v1/notifications/webhooks/NONE')).status).toBe(404);
    expect(paypal.breaches()).toEqual([]);
  });

  test('a checkout whose request breaks the document fails its test', async () => {
    const { provider } = paypal.account();
    // Not an address, and taken by the sandbox for one: the document is what notices.
    await provider.createCheckout(checkoutRequest({ cancelUrl: 'http://%zz/' })).catch(() => null);
    expect(paypal.takeBreaches().join()).toMatch(/format "uri"/);
  });
});
