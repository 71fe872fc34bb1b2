import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from './test-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());
afterEach(() => {
  expect(sandbox.takeProblems()).toEqual([]);
});

function sessionParams(change: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return {
    mode: 'payment',
    success_url: 'http://localhost/paid?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost/back',
    line_items: [
      {
        price_data: {
          currency: 'usd',
          unit_amount: 12_050,
          product_data: { name: 'Invoice <INV-1>' },
        },
        quantity: 1,
      },
    ],
    metadata: { invoice: '7' },
    ...change,
  } satisfies Stripe.Checkout.SessionCreateParams;
}

function payForm(url: string | null, number: string, more: Record<string, string> = {}) {
  return fetch(url ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      email: 'payer@example.com',
      name: 'Pat Payer',
      number,
      expiry: '12 / 40',
      cvc: '123',
      ...more,
    }),
  });
}

const readAlert = (page: string): string | undefined => /role="alert">([^<]*)/.exec(page)?.[1];

describe('checkout sessions', () => {
  it('are made open, and read again', async () => {
    const stripe = sandbox.stripe();
    const made = await stripe.checkout.sessions.create(sessionParams());
    expect(made).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 12_050,
      currency: 'usd',
      payment_intent: null,
      metadata: { invoice: '7' },
      livemode: false,
    });
    const { lastResponse: _, ...read } = await stripe.checkout.sessions.retrieve(made.id);
    expect(made).toMatchObject(read);
  });

  it('show a page without any markup of the merchant’s, and pay by its form', async () => {
    const stripe = sandbox.stripe();
    const session = await stripe.checkout.sessions.create(sessionParams());
    const page = await fetch(session.url ?? '');
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain('Invoice &lt;INV-1&gt;');
    expect(text).toContain('$120.50');
    expect(text).not.toContain('<INV-1>');
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost",
    );
    const paid = await payForm(session.url, '4242 4242 4242 4242');
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toBe(`http://localhost/paid?session=${session.id}`);
    const after = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge'],
    });
    expect(after).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    const intent = after.payment_intent as Stripe.PaymentIntent;
    const charge = intent.latest_charge as Stripe.Charge;
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 12_050 });
    expect(charge).toMatchObject({ paid: true, amount_refunded: 0, status: 'succeeded' });
    expect(charge.payment_method_details?.card).toMatchObject({ brand: 'visa', last4: '4242' });
    const receipt = await fetch(charge.receipt_url ?? '');
    expect(await receipt.text()).toContain('$120.50');
    const byIntent = await stripe.checkout.sessions.list({ payment_intent: intent.id });
    expect(byIntent.data.map(({ id }) => id)).toEqual([session.id]);
  });

  it.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['4000 0000 0000 0069', 'Your card has expired.'],
  ])('say why the card %s was declined, and take another', async (number, words) => {
    const stripe = sandbox.stripe();
    const session = await stripe.checkout.sessions.create(sessionParams());
    const declined = await payForm(session.url, number);
    expect(declined.status).toBe(402);
    expect(readAlert(await declined.text())).toBe(words);
    const open = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent'],
    });
    expect(open.status).toBe('open');
    expect((open.payment_intent as Stripe.PaymentIntent).status).toBe('requires_payment_method');
    expect((await payForm(session.url, '4242424242424242')).status).toBe(303);
    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent'],
    });
    expect(paid.payment_status).toBe('paid');
    const charges = await stripe.charges.list({
      payment_intent: (paid.payment_intent as Stripe.PaymentIntent).id,
    });
    expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });

  it.each([
    [{ number: '4242 4242 4242 4241' }, 'Your card number is incorrect.'],
    [{ expiry: '12/19' }, 'expiration year is invalid.'],
    [{ expiry: '13/40' }, 'expiration month is invalid.'],
    [{ cvc: '12' }, 'security code is invalid.'],
    [{ email: 'nobody' }, 'Enter your email address.'],
  ])('point at a field that is wrong: %o', async (change, words) => {
    const session = await sandbox.stripe().checkout.sessions.create(sessionParams());
    const answer = await payForm(session.url, '4242424242424242', change);
    const text = await answer.text();
    expect(answer.status).toBe(402);
    expect(text).toContain('aria-invalid="true"');
    expect(text).toContain(words);
    // Number and date stand there again; the code never does.
    const value = (name: string) =>
      new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(text)?.[1];
    expect(value('number')).toBe('number' in change ? change.number : '4242424242424242');
    expect(value('expiry')).toBe('expiry' in change ? change.expiry : '12 / 40');
    expect(value('cvc')).toBe('');
  });

  it('keep what was typed of a card that is declined, but not its code', async () => {
    const session = await sandbox.stripe().checkout.sessions.create(sessionParams());
    const text = await (await payForm(session.url, '4000 0000 0000 0002')).text();
    expect(text).toContain('value="4000 0000 0000 0002"');
    expect(text).toContain('value="12 / 40"');
    expect(text).toMatch(/name="cvc"[^>]*value=""/);
  });

  it('name the business of the session where the bank asks, too', async () => {
    const session = await sandbox.stripe().checkout.sessions.create({
      ...sessionParams(),
      branding_settings: { display_name: 'Marram & Sons' },
    });
    const challenge = (await payForm(session.url, '4000 0027 6000 3184')).headers.get('location');
    expect(await (await fetch(challenge ?? '')).text()).toContain('<dd>Marram &amp; Sons</dd>');
  });

  it('ask a bank account for no name on a card, and a card for one', async () => {
    const session = await sandbox.stripe().checkout.sessions.create(sessionParams());
    const card = await (await payForm(session.url, '4242424242424242', { name: '' })).text();
    expect(card).toContain('Enter the name on the card.');
    const bank = await payForm(session.url, '', { method: 'bank-succeeds', name: '' });
    expect(bank.status).toBe(303);
  });

  it('ask for 3-D Secure; a failed challenge leaves the session open, a passed one pays', async () => {
    const stripe = sandbox.stripe();
    const session = await stripe.checkout.sessions.create(sessionParams());
    const answer = await payForm(session.url, '4000 0027 6000 3184');
    const challenge = answer.headers.get('location') ?? '';
    expect(challenge).toContain('/3ds/pi_');
    expect(await (await fetch(challenge)).text()).toContain('Confirm your payment');
    const secret = new URL(challenge).searchParams.get('secret') ?? '';
    const end = (to: string, outcome: string) =>
      fetch(to.split('?')[0] ?? '', {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({
          secret: new URL(to).searchParams.get('secret') ?? secret,
          outcome,
        }),
      });
    const failed = await end(challenge, 'fail');
    const back = new URL(failed.headers.get('location') ?? '', sandbox.url);
    expect(readAlert(await (await fetch(back)).text())).toContain('unable to authenticate');
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    expect((await fetch(challenge)).status).toBe(410);
    const again = (await payForm(session.url, '4000 0027 6000 3184')).headers.get('location') ?? '';
    expect((await end(`${again.split('?')[0]}?secret=wrong`, 'complete')).status).toBe(404);
    const passed = await end(again, 'complete');
    expect(passed.headers.get('location')).toBe(`http://localhost/paid?session=${session.id}`);
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
  });

  it('complete unpaid with a bank debit, which succeeds or fails by the clock', async () => {
    const stripe = sandbox.stripe();
    for (const [method, end] of [
      ['bank-succeeds', 'paid'],
      ['bank-fails', 'unpaid'],
    ]) {
      const session = await stripe.checkout.sessions.create(sessionParams());
      expect((await payForm(session.url, '', { method: method ?? '' })).status).toBe(303);
      const before = await stripe.checkout.sessions.retrieve(session.id);
      expect(before).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
      await sandbox.control('clock', { advance: 61_000 });
      const after = await stripe.checkout.sessions.retrieve(session.id);
      expect(after.payment_status).toBe(end);
    }
    const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
    expect(types).toContain('checkout.session.async_payment_succeeded');
    expect(types).toContain('checkout.session.async_payment_failed');
  });

  it('expire by a call and by the clock, and then take no payment', async () => {
    const stripe = sandbox.stripe();
    const { url } = await stripe.checkout.sessions.create(sessionParams());
    const [first] = (await stripe.checkout.sessions.list()).data;
    const expired = await stripe.checkout.sessions.expire(first?.id ?? '');
    expect(expired).toMatchObject({ status: 'expired', url: null });
    expect((await payForm(url, '4242424242424242')).status).toBe(410);
    await expect(stripe.checkout.sessions.expire(expired.id)).rejects.toThrow('status of expired');
    const second = await stripe.checkout.sessions.create(sessionParams());
    await sandbox.control('clock', { advance: 24 * 60 * 60 * 1000 });
    expect((await stripe.checkout.sessions.retrieve(second.id)).status).toBe('expired');
    const events = await stripe.events.list({ type: 'checkout.session.expired' });
    expect(events.data).toHaveLength(2);
    await sandbox.control('clock', { now: new Date().toISOString() });
  });

  it('show that they are complete, and lead on', async () => {
    const session = await sandbox.stripe().checkout.sessions.create(sessionParams());
    const paid = await sandbox.control('pay', { session: session.id });
    expect(paid).toMatchObject({ ok: true, payment_status: 'paid' });
    const text = await (await fetch(session.url ?? '')).text();
    expect(text).toContain('Payment complete');
    expect(text).toContain(`href="http://localhost/paid?session=${session.id}"`);
    const again = await sandbox.control('pay', { session: session.id });
    expect(again).toMatchObject({ ok: false });
  });

  it.each([
    ['below the minimum', { unit_amount: 49, currency: 'usd' }, 'amount_too_small'],
    ['below the minimum of yen', { unit_amount: 49, currency: 'jpy' }, 'amount_too_small'],
    ['above what is possible', { unit_amount: 100_000_000, currency: 'usd' }, 'amount_too_large'],
    ['dinars with a last digit', { unit_amount: 12_345, currency: 'kwd' }, undefined],
    ['an unknown currency', { unit_amount: 100, currency: 'xxx' }, undefined],
  ])('refuse an amount that is %s', async (_name, price, code) => {
    const create = sandbox.stripe().checkout.sessions.create(
      sessionParams({
        line_items: [{ price_data: { ...price, product_data: { name: 'Thing' } }, quantity: 1 }],
      }),
    );
    await expect(create).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      ...(code ? { code } : {}),
    });
  });

  it('take yen and dinars in their own units', async () => {
    for (const [currency, unit_amount, shown] of [
      ['jpy', 500, '¥500'],
      ['kwd', 12_340, 'KWD 12.340'],
    ] as const) {
      const session = await sandbox.stripe().checkout.sessions.create(
        sessionParams({
          line_items: [
            { price_data: { currency, unit_amount, product_data: { name: 'Thing' } }, quantity: 1 },
          ],
        }),
      );
      const text = await (await fetch(session.url ?? '')).text();
      expect(text.replaceAll('\u00a0', ' ')).toContain(shown);
      expect(await sandbox.control('pay', { session: session.id })).toMatchObject({ ok: true });
    }
  });

  it('refuse what does not go together', async () => {
    const stripe = sandbox.stripe();
    const refused = async (change: object, param: string, code?: string) => {
      await expect(stripe.checkout.sessions.create(sessionParams(change))).rejects.toMatchObject({
        statusCode: 400,
        param,
        ...(code ? { code } : {}),
      });
    };
    await refused({ line_items: undefined }, 'line_items', 'parameter_missing');
    await refused({ success_url: 'javascript:alert(1)' }, 'success_url', 'url_invalid');
    await refused({ cancel_url: 'nowhere' }, 'cancel_url', 'url_invalid');
    await refused({ customer_email: 'nobody' }, 'customer_email', 'email_invalid');
    await refused({ colour: 'red' }, 'colour', 'parameter_unknown');
    expect((await stripe.checkout.sessions.list()).data).toEqual([]);
  });
});
