import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { PaymentProvider } from '../../src/server/platform/payment-providers/payment-provider.ts';
import { paypalProvider } from '../../src/server/platform/payment-providers/paypal/paypal-provider.ts';
import { paypalTokens } from '../../src/server/platform/payment-providers/paypal/paypal-tokens.ts';
import { checkoutRequest, failure, movableClock } from './paypal-fixture.ts';

/** The adapter over answers that are made up. */
function answering(answer: (path: string) => { status?: number; body: unknown }): PaymentProvider {
  return paypalProvider({
    base: 'http://127.0.0.1:1',
    clientId: 'client-made-up',
    clientSecret: 'secret-of-the-account',
    tokens: paypalTokens(movableClock()),
    fetch: async (input) => {
      const path = new URL(input instanceof Request ? input.url : input).pathname;
      const token = { access_token: 'token', expires_in: 60 };
      const { status = 200, body } = path === '/v1/oauth2/token' ? { body: token } : answer(path);
      return new Response(JSON.stringify(body), { status });
    },
  });
}

const money = (value: string) => ({ currency_code: 'USD', value });
const order = {
  id: '5O190127TN364715T',
  status: 'COMPLETED',
  create_time: '2026-11-21T10:00:00Z',
  purchase_units: [
    {
      amount: money('10.00'),
      payments: {
        captures: [
          {
            id: '3C679366HH908993F',
            status: 'COMPLETED',
            amount: money('10.00'),
            create_time: '2026-11-21T10:01:00Z',
          },
        ],
      },
    },
  ],
  links: [],
};
const unit = order.purchase_units[0];

describe('an answer that lacks what it should hold is not believed', () => {
  test('the whole one is', async () => {
    const provider = answering((path) =>
      path.startsWith('/v1/customer') ? { body: {} } : { body: order },
    );
    expect(await provider.readCheckout(order.id)).toMatchObject({ state: 'paid', reference: null });
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['an array', []],
    ['nothing', {}],
    ['an unknown status', { ...order, status: 'PAID' }],
    ['no purchase unit', { ...order, purchase_units: [] }],
    ['two purchase units', { ...order, purchase_units: [unit, unit] }],
    ['no payments', { ...order, purchase_units: [{ amount: money('10.00') }] }],
    [
      'an amount with three decimals',
      { ...order, purchase_units: [{ ...unit, amount: money('10.005') }] },
    ],
    ['an amount in words', { ...order, purchase_units: [{ ...unit, amount: money('ten') }] }],
    [
      'a currency in small letters',
      {
        ...order,
        purchase_units: [{ ...unit, amount: { currency_code: 'usd', value: '10.00' } }],
      },
    ],
    ['no time', { ...order, create_time: undefined }],
    ['a time that is none', { ...order, create_time: 'yesterday' }],
  ])('%s', async (_, body) => {
    const provider = answering(() => ({ body }));
    expect((await failure(provider.readCheckout(order.id))).kind).toBe('unavailable');
    expect((await failure(provider.captureCheckout(order.id, 'key'))).kind).toBe('unavailable');
  });

  test.each([400, 401, 403, 404, 422])(
    'a refusal with %i that is not in the words of PayPal',
    async (status) => {
      for (const body of [{ message: 'Not Found' }, [], null, 'no']) {
        const provider = answering(() => ({ status, body }));
        expect((await failure(provider.readCheckout(order.id))).kind).toBe('unavailable');
      }
    },
  );

  test('a page to pay on that is at another house is not given to the customer', async () => {
    const open = {
      ...order,
      status: 'PAYER_ACTION_REQUIRED',
      purchase_units: [{ amount: money('10.00') }],
    };
    for (const href of ['https://evil.example/pay', 'javascript:alert(1)', 'http://127.0.0.1:2/']) {
      const provider = answering(() => ({
        body: { ...open, links: [{ href, rel: 'payer-action' }] },
      }));
      expect((await failure(provider.createCheckout(checkoutRequest()))).kind).toBe('unavailable');
      expect((await provider.readCheckout(order.id))?.url).toBeNull();
    }
  });

  test('a declined capture beside one that brought the money does not hide it', async () => {
    const declined = { ...unit?.payments.captures[0], id: 'DECLINED1', status: 'DECLINED' };
    const captures = [unit?.payments.captures[0], declined];
    const provider = answering((path) =>
      path.startsWith('/v1/customer')
        ? { body: {} }
        : {
            body: {
              ...order,
              status: 'APPROVED',
              purchase_units: [{ ...unit, payments: { captures } }],
            },
          },
    );
    expect(await provider.readCheckout(order.id)).toMatchObject({
      state: 'paid',
      payment: { id: '3C679366HH908993F' },
    });
  });

  test.each(['VOIDED', 'SAVED'])('a %s order without payments reads', async (status) => {
    const provider = answering(() => ({
      body: { ...order, status, purchase_units: [{ amount: money('10.00') }] },
    }));
    expect(await provider.readCheckout(order.id)).toMatchObject({
      state: status === 'VOIDED' ? 'expired' : 'open',
      payment: null,
    });
  });
});

test('no secret is in an error, also when PayPal quotes it', async () => {
  const secret = 'secret-of-the-account';
  const provider = answering(() => ({
    status: 422,
    body: {
      name: 'UNPROCESSABLE_ENTITY',
      message: 'no',
      details: [{ issue: 'ODD', description: `${secret} and token\nwere not\u0000 liked` }],
    },
  }));
  const error = await failure(provider.createCheckout(checkoutRequest()));
  expect(error).toMatchObject({ kind: 'rejected', code: 'ODD' });
  expect(inspect(error, { depth: 9 })).not.toContain(secret);
  expect(error.message).toBe('PayPal refused this: ••• and ••• were not liked');

  // fetch quotes a header that it cannot send; its error must not travel on.
  const broken = paypalProvider({
    base: 'http://127.0.0.1:1',
    clientId: 'client-made-up',
    clientSecret: secret,
    tokens: paypalTokens(movableClock()),
    fetch: () => Promise.reject(new TypeError(`Headers.append: "Basic ${secret}" is invalid`)),
  });
  const unreached = await failure(broken.checkAccount());
  expect(unreached).toMatchObject({ kind: 'unavailable', message: 'PayPal cannot be reached.' });
  expect(inspect(unreached, { depth: 9 })).not.toContain(secret);
});

test('a redirect is not followed: it would carry the keys to another house', async () => {
  const reached: string[] = [];
  const listen = async (answer: RequestListener) => {
    const server = createServer(answer);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return { server, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  const other = await listen((request, response) => {
    reached.push(request.url ?? '');
    response.end('{}');
  });
  const first = await listen((request, response) => {
    response.writeHead(307, { location: other.base + (request.url ?? '') }).end();
  });
  try {
    const provider = paypalProvider({
      base: first.base,
      clientId: 'client-made-up',
      clientSecret: 'secret-of-the-account',
      tokens: paypalTokens(movableClock()),
    });
    expect((await failure(provider.checkAccount())).kind).toBe('unavailable');
    expect(reached).toEqual([]);
  } finally {
    for (const { server } of [first, other]) {
      server.close();
      server.closeAllConnections();
    }
  }
});
