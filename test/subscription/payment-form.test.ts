// @vitest-environment jsdom

import type { Sandbox } from '@remit/sandbox';
import { startSandbox } from '@remit/sandbox';
import type { Stripe as BrowserStripe } from '@stripe/stripe-js';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentForm } from '../../src/web/features/subscription/payment-form/payment-form.ts';
import { sandboxPaymentForm } from '../../src/web/features/subscription/payment-form/sandbox-payment-form.tsx';
import { stripePaymentForm } from '../../src/web/features/subscription/payment-form/stripe-payment-form.ts';
import { fakeBrowserStripe } from './fake-browser-stripe.ts';

const RETURN_URL = 'http://localhost:3000/subscription-success';
const PAYS = '4242424242424242';
const DECLINED = '4000000000000002';
const SECURE = '4000002760003184';

interface Bench {
  form: PaymentForm;
  /** A payment that waits. */
  newSecret(): Promise<string>;
  isPaid(secret: string): Promise<boolean>;
  /** Types a whole card into the form. */
  type(place: HTMLElement, number: string): void;
}

function fill(place: HTMLElement, name: string, value: string): void {
  const input = place.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (!input) throw new Error(`there is no field ${name}`);
  // As a person's typing reaches a controlled field.
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setter?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function newPlace(): HTMLElement {
  const place = document.createElement('div');
  document.body.append(place);
  return place;
}

let sandbox: Sandbox;
let provider: Stripe;
beforeAll(async () => {
  sandbox = await startSandbox();
  const { hostname: host, port } = new URL(sandbox.url);
  provider = new Stripe('sk_test_paymentforms', { host, port, protocol: 'http', telemetry: false });
});
afterAll(() => sandbox?.close());

let left: string[] = [];

function sandboxBench(): Bench {
  left = [];
  return {
    form: sandboxPaymentForm(sandbox.url, 'pk_test_paymentforms', (address) => left.push(address)),
    async newSecret() {
      const customer = await provider.customers.create({ email: 'ada@example.com' });
      const product = await provider.products.create({ name: 'Remit' });
      const price = await provider.prices.create({
        currency: 'usd',
        product: product.id,
        unit_amount: 999,
        recurring: { interval: 'month' },
      });
      const subscription = await provider.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        payment_behavior: 'default_incomplete',
        expand: ['latest_invoice.confirmation_secret'],
      });
      const invoice = subscription.latest_invoice as Stripe.Invoice;
      return invoice.confirmation_secret?.client_secret ?? '';
    },
    async isPaid(secret) {
      const [id = ''] = secret.split('_secret_');
      return (await provider.paymentIntents.retrieve(id)).status === 'succeeded';
    },
    type(place, number) {
      fill(place, 'number', number);
      fill(place, 'expiry', '0840');
      fill(place, 'cvc', '123');
      fill(place, 'name', 'Ada Quill');
    },
  };
}

function stripeBench(): Bench {
  const { stripe, paid } = fakeBrowserStripe();
  let count = 0;
  return {
    form: stripePaymentForm('pk_test_x', async () => stripe),
    async newSecret() {
      count += 1;
      return `pi_${count}_secret_${count}`;
    },
    isPaid: async (secret) => paid.has(secret),
    type: (place, number) => fill(place, 'number', number),
  };
}

describe.each([
  ['the sandbox’s card form', sandboxBench],
  ['Stripe’s Payment Element', stripeBench],
])('%s', (_name, open) => {
  it('stands in its place when mounting is over, and pays', async () => {
    const { form, newSecret, type, isPaid } = open();
    const place = newPlace();
    const secret = await newSecret();
    await form.mount(place, secret);
    expect(place.querySelector('input')).not.toBeNull();
    type(place, PAYS);
    expect(await form.confirm(RETURN_URL)).toEqual({ state: 'succeeded' });
    expect(await isPaid(secret)).toBe(true);
  });

  it('says itself what is missing, and pays nothing', async () => {
    const { form, newSecret, isPaid } = open();
    const place = newPlace();
    const secret = await newSecret();
    await form.mount(place, secret);
    expect(await form.confirm(RETURN_URL)).toEqual({ state: 'invalid' });
    await expect.poll(() => place.textContent).toContain('required');
    expect(await isPaid(secret)).toBe(false);
  });

  it('passes a refusal on in the provider’s words, and pays with another card', async () => {
    const { form, newSecret, type, isPaid } = open();
    const place = newPlace();
    const secret = await newSecret();
    await form.mount(place, secret);
    type(place, DECLINED);
    expect(await form.confirm(RETURN_URL)).toEqual({
      state: 'failed',
      message: 'Your card was declined.',
    });
    expect(await isPaid(secret)).toBe(false);
    type(place, PAYS);
    expect(await form.confirm(RETURN_URL)).toEqual({ state: 'succeeded' });
  });

  it('pays what it was mounted for last', async () => {
    const { form, newSecret, type, isPaid } = open();
    const place = newPlace();
    const first = await newSecret();
    const second = await newSecret();
    await form.mount(place, first);
    await form.mount(place, second);
    expect(place.querySelectorAll('input[name="number"]')).toHaveLength(1);
    type(place, PAYS);
    expect(await form.confirm(RETURN_URL)).toEqual({ state: 'succeeded' });
    expect([await isPaid(first), await isPaid(second)]).toEqual([false, true]);
  });

  it('leaves nothing behind, and can be mounted again', async () => {
    const { form, newSecret, type } = open();
    const place = newPlace();
    const secret = await newSecret();
    await form.mount(place, secret);
    form.unmount();
    await expect.poll(() => place.childElementCount).toBe(0);
    await form.mount(place, secret);
    type(place, PAYS);
    expect(await form.confirm(RETURN_URL)).toEqual({ state: 'succeeded' });
  });
});

describe('the sandbox’s card form', () => {
  it('leads to the bank’s page, which leads back to the return address', async () => {
    const { form, newSecret, type, isPaid } = sandboxBench();
    const place = newPlace();
    const secret = await newSecret();
    await form.mount(place, secret);
    type(place, SECURE);
    expect(await form.confirm(RETURN_URL)).toEqual({ state: 'leaving' });
    expect(left).toHaveLength(1);
    expect(left[0]).toMatch(new RegExp(`^${sandbox.url}/`));
    expect(await isPaid(secret)).toBe(false);
  });

  it('keeps what was typed when it is to pay something else', async () => {
    const { form, newSecret, type, isPaid } = sandboxBench();
    const place = newPlace();
    await form.mount(place, await newSecret());
    type(place, PAYS);
    const second = await newSecret();
    await form.mount(place, second);
    expect(await form.confirm(RETURN_URL)).toEqual({ state: 'succeeded' });
    expect(await isPaid(second)).toBe(true);
  });

  it('pays once, however often it is pressed', async () => {
    const { form, newSecret, type } = sandboxBench();
    const place = newPlace();
    const secret = await newSecret();
    await form.mount(place, secret);
    type(place, PAYS);
    const outcomes = await Promise.all([form.confirm(RETURN_URL), form.confirm(RETURN_URL)]);
    expect(outcomes.map(({ state }) => state).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'failed',
      'succeeded',
    ]);
    const [id = ''] = secret.split('_secret_');
    expect((await provider.charges.list({ payment_intent: id })).data).toHaveLength(1);
  });

  it('says that nothing was paid when the sandbox is not there', async () => {
    const place = newPlace();
    const form = sandboxPaymentForm('http://127.0.0.1:9', 'pk_test_paymentforms');
    await form.mount(place, 'pi_1_secret_1');
    sandboxBench().type(place, PAYS);
    expect(await form.confirm(RETURN_URL)).toEqual({
      state: 'failed',
      message: 'The sandbox is not responding. Nothing was paid. Try again in a moment.',
    });
  });
});

describe('Stripe’s Payment Element', () => {
  const words = /could not be loaded.*js\.stripe\.com/;

  it('says in words that its script could not be loaded, and tries again', async () => {
    const { stripe } = fakeBrowserStripe();
    const answers: (() => Promise<BrowserStripe | null>)[] = [
      () => Promise.reject(new Error('Failed to load Stripe.js')),
      () => Promise.resolve(null),
      () => new Promise(() => undefined),
      () => Promise.resolve(stripe),
    ];
    const form = stripePaymentForm('pk_test_x', () => answers.shift()?.() ?? Promise.reject(), 50);
    const place = newPlace();
    for (let round = 0; round < 3; round += 1) {
      await expect(form.mount(place, 'pi_1_secret_1')).rejects.toThrow(words);
      expect(place.childElementCount).toBe(0);
    }
    await form.mount(place, 'pi_1_secret_1');
    expect(place.querySelector('input')).not.toBeNull();
  });

  it('says why the form cannot be shown for this payment', async () => {
    const { stripe } = fakeBrowserStripe({ loadError: 'This payment has been canceled.' });
    const form = stripePaymentForm('pk_test_x', async () => stripe);
    await expect(form.mount(newPlace(), 'pi_1_secret_1')).rejects.toThrow(
      'This payment has been canceled.',
    );
  });

  it('takes a payment that is decided later as being processed', async () => {
    const { stripe } = fakeBrowserStripe({ status: 'processing' });
    const form = stripePaymentForm('pk_test_x', async () => stripe);
    const place = newPlace();
    await form.mount(place, 'pi_1_secret_1');
    fill(place, 'number', PAYS);
    expect(await form.confirm(RETURN_URL)).toEqual({ state: 'processing' });
  });

  it('asks for the page to be left only where it must, and names where to come back to', async () => {
    const { stripe, confirmed } = fakeBrowserStripe();
    const form = stripePaymentForm('pk_test_x', async () => stripe);
    const place = newPlace();
    await form.mount(place, 'pi_1_secret_1');
    fill(place, 'number', PAYS);
    await form.confirm(RETURN_URL);
    expect(confirmed).toEqual([{ return_url: RETURN_URL, redirect: 'if_required' }]);
  });

  it('follows the page from light to dark', async () => {
    const { stripe, appearances } = fakeBrowserStripe();
    const form = stripePaymentForm('pk_test_x', async () => stripe);
    await form.mount(newPlace(), 'pi_1_secret_1');
    document.documentElement.setAttribute('data-theme', 'dark');
    await expect.poll(() => appearances.length).toBe(2);
    form.unmount();
    document.documentElement.removeAttribute('data-theme');
    await new Promise((later) => setTimeout(later, 20));
    expect(appearances).toHaveLength(2);
  });
});
