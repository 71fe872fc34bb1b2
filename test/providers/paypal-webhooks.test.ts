import { describe, expect, test } from 'vitest';
import type { WebhookEndpoint } from '../../src/server/platform/payment-providers/payment-provider.ts';
import { PAYPAL_EVENTS } from '../../src/server/platform/payment-providers/paypal/webhook-endpoints.ts';
import { money } from '../../src/shared/money/money.ts';
import type { Delivered } from './paypal-fixture.ts';
import { checkoutRequest, paid, paypalSandbox } from './paypal-fixture.ts';

const paypal = paypalSandbox();
const { control } = paypal;
const VERIFY = 'POST /v1/notifications/verify-webhook-signature';

/** An account whose events arrive somewhere. */
async function listening() {
  const account = paypal.account();
  const { url, deliveries } = await paypal.receiver();
  const endpoint = await account.provider.createWebhookEndpoint(url);
  const settled = async () => {
    await control('webhooks/settled');
    return deliveries;
  };
  return { ...account, url, deliveries, endpoint, settled };
}

/** An account, and the delivery that told of an approved order. */
async function approved() {
  const account = await listening();
  const request = checkoutRequest();
  const { id } = await account.provider.createCheckout(request);
  await control('paypal/approve', { order: id });
  const [delivery] = await account.settled();
  if (!delivery) throw new Error('Nothing was delivered.');
  return { ...account, delivery, orderId: id, key: request.key };
}

const listTypes = (deliveries: Delivered[]) =>
  deliveries.map(
    ({ body }) => (JSON.parse(body.toString('utf8')) as { event_type: string }).event_type,
  );

describe('an endpoint', () => {
  test('hears of what the server asks for, and is found again after a lost answer', async () => {
    const { provider } = paypal.account();
    const { url } = await paypal.receiver();
    const endpoint = await provider.createWebhookEndpoint(url);
    expect(endpoint.secret).toBeNull();
    expect(await provider.createWebhookEndpoint(url)).toEqual(endpoint);
    const [listed] = paypal.calls('GET /v1/notifications/webhooks');
    expect(listed?.answer).toMatchObject({
      webhooks: [{ id: endpoint.id, url, event_types: PAYPAL_EVENTS.map((name) => ({ name })) }],
    });
    await provider.deleteWebhookEndpoint(endpoint.id);
    await provider.deleteWebhookEndpoint(endpoint.id);
    expect((await provider.createWebhookEndpoint(url)).id).not.toBe(endpoint.id);
  });

  test('is one of ten at most', async () => {
    const { provider } = paypal.account();
    for (let count = 0; count < 10; count += 1) {
      await provider.createWebhookEndpoint(`http://127.0.0.1:9/${count}`);
    }
    await expect(provider.createWebhookEndpoint('http://127.0.0.1:9/10')).rejects.toMatchObject({
      kind: 'rejected',
      code: 'WEBHOOK_NUMBER_LIMIT_EXCEEDED',
    });
  });
});

describe('events name what they are about', () => {
  test('approval, payment, refund, dispute and reversal', async () => {
    const { provider, endpoint, settled, deliveries } = await listening();
    const request = checkoutRequest({ amount: money('100.00', 'USD') });
    const { id } = await provider.createCheckout(request);
    await control('paypal/approve', { order: id });
    const { payment } = await provider.captureCheckout(id, request.key);
    const paymentId = payment?.id ?? '';
    await provider.refund({ key: 'r', paymentId, amount: money('10.00', 'USD') });
    await control('paypal/dispute', { order: id });
    await control('paypal/dispute/resolve', { order: id, outcome: 'lost' });
    await settled();

    const events = await Promise.all(
      deliveries.map(({ body, headers }) => provider.verifyEvent(body, headers, endpoint)),
    );
    const byType = Object.fromEntries(
      events.map((event) => [event?.type, [event?.checkoutId, event?.paymentId]]),
    );
    expect(byType).toEqual({
      'CHECKOUT.ORDER.APPROVED': [id, null],
      'PAYMENT.CAPTURE.COMPLETED': [id, paymentId],
      'PAYMENT.CAPTURE.REFUNDED': [null, paymentId],
      'CUSTOMER.DISPUTE.CREATED': [null, paymentId],
      'PAYMENT.CAPTURE.REVERSED': [null, paymentId],
      'CUSTOMER.DISPUTE.RESOLVED': [null, paymentId],
    });
    for (const event of events) {
      expect(event?.livemode).toBe(false);
      expect(event?.id).toMatch(/^WH-/);
      expect(Math.abs((event?.createdAt.getTime() ?? 0) - Date.now())).toBeLessThan(600_000);
    }
    expect(await provider.findCheckoutOfPayment(paymentId)).toMatchObject({
      id,
      payment: { refunded: '100.00', dispute: 'lost' },
    });
  });

  test('a pending payment and its end', async () => {
    const { provider, settled } = await listening();
    for (const decision of ['complete', 'deny']) {
      const request = checkoutRequest();
      const { id } = await provider.createCheckout(request);
      await control('paypal/approve', { order: id, funding: 'pends' });
      await provider.captureCheckout(id, request.key);
      await control(`paypal/${decision}`, { order: id });
    }
    expect(listTypes(await settled()).toSorted()).toEqual(
      [
        'CHECKOUT.ORDER.APPROVED',
        'CHECKOUT.ORDER.APPROVED',
        'PAYMENT.CAPTURE.PENDING',
        'PAYMENT.CAPTURE.PENDING',
        'PAYMENT.CAPTURE.COMPLETED',
        'PAYMENT.CAPTURE.DENIED',
      ].toSorted(),
    );
  });
});

describe('a delivery is believed', () => {
  test('as it came', async () => {
    const { provider, delivery, endpoint, orderId } = await approved();
    expect(await provider.verifyEvent(delivery.body, delivery.headers, endpoint)).toMatchObject({
      type: 'CHECKOUT.ORDER.APPROVED',
      checkoutId: orderId,
    });
  });

  test('as often as it came: telling copies apart is for the receiver', async () => {
    const account = await listening();
    await control('webhooks', { duplicate: 2 });
    const { id } = await account.provider.createCheckout(checkoutRequest());
    await control('paypal/approve', { order: id });
    const deliveries = await account.settled();
    expect(deliveries).toHaveLength(3);
    const events = await Promise.all(
      deliveries.map(({ body, headers }) =>
        account.provider.verifyEvent(body, headers, account.endpoint),
      ),
    );
    expect(new Set(events.map((event) => event?.id)).size).toBe(1);
  });

  test('for 300 seconds, before and after, by the clock of the server', async () => {
    const { provider, clock, delivery, endpoint } = await approved();
    const verified = () => provider.verifyEvent(delivery.body, delivery.headers, endpoint);
    clock.move(290);
    expect(await verified()).toBeDefined();
    clock.move(15);
    expect(await verified()).toBeUndefined();
    clock.move(-305 - 290);
    expect(await verified()).toBeDefined();
    clock.move(-15);
    expect(await verified()).toBeUndefined();
  });
});

describe('a delivery is not believed', () => {
  test('written again, though it means the same', async () => {
    const { provider, delivery, endpoint } = await approved();
    const again = Buffer.from(JSON.stringify(JSON.parse(delivery.body.toString('utf8'))));
    expect(again.equals(delivery.body)).toBe(false);
    expect(await provider.verifyEvent(again, delivery.headers, endpoint)).toBeUndefined();
  });

  test('with any byte altered', async () => {
    const { provider, delivery, endpoint } = await approved();
    const places = [0, 1, 20, Math.floor(delivery.body.length / 2), delivery.body.length - 1];
    for (const place of places) {
      const body = Buffer.from(delivery.body);
      body.writeUInt8(body.readUInt8(place) ^ 1, place);
      expect(await provider.verifyEvent(body, delivery.headers, endpoint)).toBeUndefined();
    }
    paypal.takeBreaches();
  });

  test('cut short, made longer, or not JSON at all', async () => {
    const { provider, delivery, endpoint } = await approved();
    const { body, headers } = delivery;
    for (const other of [
      Buffer.alloc(0),
      body.subarray(0, -1),
      Buffer.concat([body, body]),
      Buffer.concat([Buffer.from('\ufeff'), body]),
      Buffer.from('null'),
      Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
      // Would add a field to the call that verifies it.
      Buffer.concat([body, Buffer.from(',"webhook_id":"X"')]),
    ]) {
      expect(await provider.verifyEvent(other, headers, endpoint)).toBeUndefined();
    }
  });

  test('for another endpoint of the account, or of another account, or for one that is gone', async () => {
    const { provider, delivery, endpoint } = await approved();
    const { body, headers } = delivery;
    const second = await provider.createWebhookEndpoint('http://127.0.0.1:9/second');
    const other = await listening();
    const refused: WebhookEndpoint[] = [
      second,
      other.endpoint,
      { id: 'NONE', secret: null },
      { id: '', secret: null },
      { id: '"},{"', secret: null },
    ];
    for (const each of refused) {
      expect(await provider.verifyEvent(body, headers, each)).toBeUndefined();
    }
    expect(await other.provider.verifyEvent(body, headers, endpoint)).toBeUndefined();
    expect(await provider.verifyEvent(body, headers, endpoint)).toBeDefined();
    await provider.deleteWebhookEndpoint(endpoint.id);
    expect(await provider.verifyEvent(body, headers, endpoint)).toBeUndefined();
  });

  test('without a header that is signed, with two of one, or with another value', async () => {
    const { provider, delivery, endpoint } = await approved();
    const { body, headers } = delivery;
    const names = [
      'auth-algo',
      'cert-url',
      'transmission-id',
      'transmission-sig',
      'transmission-time',
    ];
    for (const name of names.map((each) => `paypal-${each}`)) {
      const value = String(headers[name]);
      for (const other of [undefined, '', [value, value], `${value}x`, `x${value}`, 'http://[']) {
        const changed = { ...headers, [name]: other };
        expect(
          await provider.verifyEvent(body, changed, endpoint),
          `${name}: ${String(other)}`,
        ).toBeUndefined();
      }
    }
  });

  test('whose certificate is at another house: PayPal is not even asked', async () => {
    const { provider, delivery, endpoint } = await approved();
    const headers = { ...delivery.headers, 'paypal-cert-url': 'https://evil.example/cert' };
    expect(await provider.verifyEvent(delivery.body, headers, endpoint)).toBeUndefined();
    expect(paypal.calls(VERIFY)).toHaveLength(0);
  });

  test('forged, signed for nobody, or sent long after it was signed', async () => {
    const { provider, url, endpoint, deliveries } = await listening();
    const event = {
      id: 'WH-FORGED',
      event_version: '1.0',
      create_time: new Date().toISOString(),
      resource_type: 'dispute',
      event_type: 'CUSTOMER.DISPUTE.CREATED',
      summary: 'made up',
      resource: {
        dispute_id: 'PP-1',
        create_time: '2026-11-21T10:00:00Z',
        status: 'OPEN',
        disputed_transactions: [{ seller_transaction_id: '3C679366HH908993F' }],
      },
    };
    const forged: [object, boolean][] = [
      [{ sign: false, webhook: endpoint.id }, false],
      [{ sign: true }, false],
      [{ sign: true, webhook: endpoint.id, age: 301 }, false],
      [{ sign: true, webhook: endpoint.id, age: 290 }, true],
    ];
    for (const [how, believed] of forged) {
      deliveries.length = 0;
      expect(await control('paypal/forge', { url, event, ...how })).toEqual({ status: 200 });
      const [delivery] = deliveries;
      if (!delivery) throw new Error('Nothing was delivered.');
      const verified = await provider.verifyEvent(delivery.body, delivery.headers, endpoint);
      expect(verified !== undefined).toBe(believed);
    }
  });
});

test('when PayPal cannot be asked, a delivery is neither true nor false', async () => {
  const { provider, delivery, endpoint, clientId } = await approved();
  const verified = () => provider.verifyEvent(delivery.body, delivery.headers, endpoint);
  await control('fail', { path: '/v1/notifications/verify-webhook-signature', status: 500 });
  await expect(verified()).rejects.toMatchObject({ kind: 'unavailable' });
  await control('paypal/revoke', { clientId });
  await expect(verified()).rejects.toMatchObject({ kind: 'credentials' });
  await control('paypal/restore', { clientId });
  expect(await verified()).toBeDefined();
});

test('what happens to one account is told to no other', async () => {
  const first = await listening();
  const second = await listening();
  await paid(first, control);
  await first.settled();
  expect(first.deliveries.length).toBeGreaterThan(0);
  expect(second.deliveries).toEqual([]);
});
