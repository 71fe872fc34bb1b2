import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from './test-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());
afterEach(() => {
  // What was sent is known to the API version, and what came fits the SDK's own types.
  expect(sandbox.takeProblems()).toEqual([]);
});

const saveForm = (url: string | null, number: string) =>
  fetch(url ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      email: 'payer@example.com',
      name: 'Pat Payer',
      number,
      expiry: '12 / 40',
      cvc: '123',
    }),
  });

describe('checkout sessions in setup mode', () => {
  const begin = async (change: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
    const stripe = sandbox.stripe();
    const { id: customer } = await stripe.customers.create({ email: 'payer@example.com' });
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      customer,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      success_url: 'http://localhost/saved',
      cancel_url: 'http://localhost/back',
      ...change,
    });
    const read = () =>
      stripe.checkout.sessions.retrieve(session.id, {
        expand: ['setup_intent', 'setup_intent.payment_method'],
      });
    return { stripe, customer, session, read };
  };

  it('keep a card for their customer, and take no money', async () => {
    const { stripe, customer, session, read } = await begin();
    expect(session).toMatchObject({
      mode: 'setup',
      status: 'open',
      payment_status: 'no_payment_required',
      amount_total: null,
      currency: 'usd',
      payment_intent: null,
      setup_intent: expect.stringMatching(/^seti_/),
    });
    const page = await (await fetch(session.url ?? '')).text();
    expect(page).toContain('Save card');
    const saved = await saveForm(session.url, '4242 4242 4242 4242');
    expect([saved.status, saved.headers.get('location')]).toEqual([303, 'http://localhost/saved']);
    expect(await read()).toMatchObject({
      status: 'complete',
      url: null,
      setup_intent: {
        status: 'succeeded',
        usage: 'off_session',
        customer,
        payment_method: { customer, card: { brand: 'visa', last4: '4242' } },
      },
    });
    const { data: intents } = await stripe.paymentIntents.list({ customer });
    expect(intents).toEqual([]);
    expect((await saveForm(session.url, '4242 4242 4242 4242')).status).toBe(200);
  });

  it('say why a card is not kept, and take another', async () => {
    const { session, read } = await begin();
    const declined = await saveForm(session.url, '4000 0000 0000 0002');
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('Your card was declined.');
    expect(await read()).toMatchObject({
      status: 'open',
      setup_intent: {
        status: 'requires_payment_method',
        last_setup_error: { code: 'card_declined', decline_code: 'generic_decline' },
      },
    });
    expect((await saveForm(session.url, '5555 5555 5555 4444')).status).toBe(303);
    expect(await read()).toMatchObject({ status: 'complete' });
  });

  it.each([
    ['complete', 'http://localhost/saved', 'complete'],
    ['fail', expect.stringContaining('challenge=failed'), 'open'],
  ])('ask the bank where a card wants that: %s', async (outcome, location, status) => {
    const { session, read } = await begin();
    const asked = await saveForm(session.url, '4000 0027 6000 3184');
    const challenge = asked.headers.get('location') ?? '';
    const page = await (await fetch(challenge)).text();
    const secret = /name="secret" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const answer = await fetch(challenge, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ secret, outcome }),
    });
    expect(answer.headers.get('location')).toEqual(location);
    expect((await read()).status).toBe(status);
  });

  it('refuse what belongs to payments, and a customer who is unknown', async () => {
    await expect(begin({ payment_intent_data: { description: 'x' } })).rejects.toThrow(
      '`payment_intent_data` cannot be used in `setup` mode.',
    );
    await expect(begin({ customer: 'cus_none' })).rejects.toThrow("No such customer: 'cus_none'");
    await expect(begin({ currency: undefined })).rejects.toThrow('currency');
  });
});
