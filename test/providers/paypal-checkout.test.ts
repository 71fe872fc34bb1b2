import { describe, expect, test } from 'vitest';
import { money } from '../../src/shared/money/money.ts';
import { checkoutRequest, paid, paypalSandbox } from './paypal-fixture.ts';

const paypal = paypalSandbox();
const { control } = paypal;

const ORDERS = 'POST /v2/checkout/orders';
const CAPTURES = 'POST /v2/checkout/orders/:id/capture';

describe('a checkout', () => {
  test('asks for what the invoice asks, and leads to the page to pay on', async () => {
    const { provider } = paypal.account();
    const request = checkoutRequest();
    const checkout = await provider.createCheckout(request);

    expect(checkout).toMatchObject({
      state: 'open',
      amount: '1234.50',
      currency: 'USD',
      reference: request.reference,
      livemode: false,
      payment: null,
    });
    expect(checkout.url).toBe(`${paypal.url()}/paypal/approve/${checkout.id}`);
    const hours = (checkout.expiresAt.getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(2.9);
    expect(hours).toBeLessThan(3.1);
    expect(await provider.readCheckout(checkout.id)).toEqual(checkout);

    const [call] = paypal.calls(ORDERS);
    expect(call?.params).toMatchObject({
      purchase_units: [
        {
          custom_id: request.reference,
          description: 'Invoice INV-2026-0418',
          invoice_id: expect.stringMatching(/^INV-2026-0418-[0-9a-f]{6}$/),
        },
      ],
      payment_source: {
        paypal: {
          email_address: 'maya.okafor@northwind.example',
          experience_context: {
            brand_name: 'Harbor & Vine Studio',
            user_action: 'PAY_NOW',
            shipping_preference: 'NO_SHIPPING',
            return_url: request.successUrl,
            cancel_url: request.cancelUrl,
          },
        },
      },
    });
  });

  test('takes texts of any length and kind, and leaves out an e-mail that PayPal would refuse', async () => {
    const { provider } = paypal.account();
    const checkout = await provider.createCheckout(
      checkoutRequest({
        businessName: `  Müller\n& ${'Söhne '.repeat(40)}`,
        description: '🧾'.repeat(200),
        invoiceNumber: 'N'.repeat(200),
        customerEmail: 'jörg@bücher.example',
      }),
    );
    expect(checkout.state).toBe('open');
    const source = paypal.calls(ORDERS)[0]?.params;
    expect(JSON.stringify(source)).not.toContain('email_address');
  });

  test('is paid only when it was approved and captured', async () => {
    const { provider } = paypal.account();
    const request = checkoutRequest();
    const { id } = await provider.createCheckout(request);
    expect(await provider.captureCheckout(id, request.key)).toMatchObject({
      state: 'open',
      payment: null,
    });

    await control('paypal/approve', { order: id });
    expect(await provider.readCheckout(id)).toMatchObject({
      state: 'approved',
      url: null,
      payment: null,
    });

    const checkout = await provider.captureCheckout(id, request.key);
    expect(checkout).toMatchObject({
      state: 'paid',
      url: null,
      reference: request.reference,
      payment: {
        amount: '1234.50',
        currency: 'USD',
        refunded: '0.00',
        dispute: 'none',
        method: 'PayPal',
        chargeId: null,
        receiptUrl: null,
      },
    });
    expect(Math.abs((checkout.payment?.paidAt.getTime() ?? 0) - Date.now())).toBeLessThan(600_000);
    expect(await provider.readCheckout(id)).toEqual(checkout);
    expect(await provider.findCheckoutOfPayment(checkout.payment?.id ?? '')).toEqual(checkout);
  });

  test('is captured once, however often and under whatever key it is asked for', async () => {
    const { provider } = paypal.account();
    const request = checkoutRequest();
    const { id } = await provider.createCheckout(request);
    await control('paypal/approve', { order: id });
    const all = await Promise.all([
      provider.captureCheckout(id, request.key),
      provider.captureCheckout(id, request.key),
      provider.captureCheckout(id, 'another key'),
    ]);
    expect(new Set(all.map(({ payment }) => payment?.id)).size).toBe(1);
    expect(all.every(({ state }) => state === 'paid')).toBe(true);
    const { captures } = await control('paypal/order', { order: id });
    expect(captures).toHaveLength(1);
  });

  test('is made once for a key, one after another and at the same time', async () => {
    const { provider } = paypal.account();
    const request = checkoutRequest();
    const first = await provider.createCheckout(request);
    const again = await Promise.all([
      provider.createCheckout(request),
      provider.createCheckout(request),
      provider.createCheckout(request),
    ]);
    expect(again.map(({ id }) => id)).toEqual([first.id, first.id, first.id]);
    expect(paypal.calls(ORDERS).map(({ status }) => status)).toEqual([201, 200, 200, 200]);
    await expect(
      provider.createCheckout({ ...request, amount: money('1234.51', 'USD') }),
    ).rejects.toMatchObject({
      kind: 'key-reused',
      code: 'DUPLICATE_REQUEST_ID',
    });
  });

  test('that was declined is open again, on the same order, and can then be paid', async () => {
    const { provider } = paypal.account();
    const request = checkoutRequest();
    const { id } = await provider.createCheckout(request);
    await control('paypal/approve', { order: id, funding: 'declines' });

    const declined = await provider.captureCheckout(id, request.key);
    expect(declined).toMatchObject({ id, state: 'open', payment: null });
    expect(declined.url).toBe(`${paypal.url()}/paypal/approve/${id}`);
    expect(await provider.readCheckout(id)).toMatchObject({ state: 'open' });

    // PayPal repeats its refusal under the first key; the payer has approved again since.
    await control('paypal/approve', { order: id });
    const checkout = await provider.captureCheckout(id, request.key);
    expect(checkout.state).toBe('paid');
    expect(paypal.calls(CAPTURES).map(({ status }) => status)).toEqual([422, 422, 201]);
  });

  test('declined twice stays open', async () => {
    const { provider } = paypal.account();
    const request = checkoutRequest();
    const { id } = await provider.createCheckout(request);
    for (const _ of [1, 2]) {
      await control('paypal/approve', { order: id, funding: 'declines' });
      expect(await provider.captureCheckout(id, request.key)).toMatchObject({
        state: 'open',
        payment: null,
      });
    }
  });

  test('whose payment is pending is processing, then paid or failed', async () => {
    const { provider } = paypal.account();
    for (const [decision, state] of [
      ['complete', 'paid'],
      ['deny', 'failed'],
    ] as const) {
      const request = checkoutRequest();
      const { id } = await provider.createCheckout(request);
      await control('paypal/approve', { order: id, funding: 'pends' });
      const pending = await provider.captureCheckout(id, request.key);
      expect(pending).toMatchObject({ state: 'processing', payment: { amount: '1234.50' } });
      await control(`paypal/${decision}`, { order: id });
      expect(await provider.readCheckout(id)).toMatchObject({
        state,
        payment: { id: pending.payment?.id },
      });
    }
  });

  test('pending completes by itself after two minutes of the clock', async () => {
    const { provider } = paypal.account();
    const request = checkoutRequest();
    const { id } = await provider.createCheckout(request);
    await control('paypal/approve', { order: id, funding: 'pends' });
    await provider.captureCheckout(id, request.key);
    await control('clock', { advance: 119_000 });
    expect(await provider.readCheckout(id)).toMatchObject({ state: 'processing' });
    await control('clock', { advance: 2_000 });
    expect(await provider.readCheckout(id)).toMatchObject({ state: 'paid' });
  });

  test('nobody approved is gone after three hours; one that was paid stays', async () => {
    const account = paypal.account();
    const { provider } = account;
    const { id } = await provider.createCheckout(checkoutRequest());
    const kept = await paid(account, control);
    await control('clock', { advance: 3 * 3_600_000 - 60_000 });
    expect(await provider.readCheckout(id)).toMatchObject({ state: 'open' });
    await control('clock', { advance: 120_000 });
    expect(await provider.readCheckout(id)).toBeUndefined();
    expect(await provider.readCheckout(kept.id)).toMatchObject({ state: 'paid' });
  });

  test('approved and never captured is gone as well, and then takes no money', async () => {
    const { provider } = paypal.account();
    const request = checkoutRequest();
    const { id } = await provider.createCheckout(request);
    await control('paypal/approve', { order: id });
    await control('paypal/expire', { order: id });
    await expect(provider.captureCheckout(id, request.key)).rejects.toMatchObject({
      kind: 'rejected',
      code: 'INVALID_RESOURCE_ID',
    });
    expect(await provider.readCheckout(id)).toBeUndefined();
  });

  test('that is ended here is not open any more; one that was paid says so', async () => {
    const account = paypal.account();
    const { provider } = account;
    const { id } = await provider.createCheckout(checkoutRequest());
    expect(await provider.expireCheckout(id)).toMatchObject({ state: 'expired', url: null });
    await control('paypal/approve', { order: id });
    expect(await provider.expireCheckout(id)).toMatchObject({ state: 'expired', payment: null });
    const kept = await paid(account, control);
    expect(await provider.expireCheckout(kept.id)).toMatchObject({ state: 'paid' });
    expect(await provider.expireCheckout('5O190127TN364715T')).toBeUndefined();
  });

  test('of another account, or of no form of an id, is unknown', async () => {
    const { id, payment } = await paid(paypal.account(), control);
    const other = paypal.account().provider;
    expect(await other.readCheckout(id)).toBeUndefined();
    expect(await other.findCheckoutOfPayment(payment.id)).toBeUndefined();
    expect(await other.readCheckout('../../v1/notifications/webhooks')).toBeUndefined();
    expect(await other.findCheckoutOfPayment('..')).toBeUndefined();
    expect(await other.findCheckoutOfPayment('')).toBeUndefined();
  });

  test('that was changed behind our back tells what it now asks and refers to', async () => {
    const { provider } = paypal.account();
    const { id } = await provider.createCheckout(checkoutRequest());
    await control('paypal/alter', { order: id, amount: '1.00', currency: 'EUR', customId: 'else' });
    expect(await provider.readCheckout(id)).toMatchObject({
      amount: '1.00',
      currency: 'EUR',
      reference: 'else',
    });
  });
});

describe('currencies', () => {
  test('yen have no decimals', async () => {
    const account = paypal.account();
    const { amount, payment } = await paid(account, control, {
      amount: money('150000', 'JPY'),
    });
    expect([amount, payment.amount, payment.currency]).toEqual(['150000', '150000', 'JPY']);
    expect(paypal.calls(ORDERS)[0]?.params).toMatchObject({
      purchase_units: [{ amount: { currency_code: 'JPY', value: '150000' } }],
    });
    await expect(
      account.provider.createCheckout(checkoutRequest({ amount: money('10.50', 'JPY') })),
    ).rejects.toMatchObject({ kind: 'rejected', code: 'DECIMALS_NOT_SUPPORTED' });
  });

  test('a currency that PayPal does not take, and an amount of nothing, are refused', async () => {
    const { provider } = paypal.account();
    await expect(
      provider.createCheckout(checkoutRequest({ amount: money('5.000', 'KWD') })),
    ).rejects.toMatchObject({ kind: 'rejected', code: 'INVALID_CURRENCY_CODE' });
    await expect(
      provider.createCheckout(checkoutRequest({ amount: money('0.00', 'USD') })),
    ).rejects.toMatchObject({ kind: 'rejected', code: 'CANNOT_BE_ZERO_OR_NEGATIVE' });
  });
});
