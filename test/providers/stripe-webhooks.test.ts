import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newTestKey, startTestSandbox, stripeFor, type TestSandbox } from './test-sandbox.ts';

interface Received {
  body: string;
  signature: string;
  event: Stripe.Event;
}

let sandbox: TestSandbox;
let receiver: Server;
let received: Received[];
let answers: number[];
let stripe: Stripe;
let url: string;
let underWay = 0;
let mostAtOnce = 0;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    underWay += 1;
    mostAtOnce = Math.max(mostAtOnce, underWay);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const signature = String(request.headers['stripe-signature'] ?? '');
      received.push({ body, signature, event: JSON.parse(body) as Stripe.Event });
      underWay -= 1;
      response.writeHead(answers.shift() ?? 200).end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  await sandbox.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(async () => {
  received = [];
  answers = [];
  stripe = stripeFor(sandbox.url, newTestKey());
  await sandbox.control('webhooks', {
    mode: 'deliver',
    duplicate: 0,
    reorder: false,
    retryMs: [50, 100, 200],
  });
});
afterEach(async () => {
  await sandbox.control('webhooks/settled');
  expect(sandbox.takeProblems()).toEqual([]);
});

const settled = () => sandbox.control('webhooks/settled');
const listTypes = () => received.map(({ event }) => event.type);

const givenUp = async () =>
  (await sandbox.control<{ counts: { givenUp: number } }>('webhooks')).counts.givenUp;

async function endpoint(
  enabled_events: Stripe.WebhookEndpointCreateParams['enabled_events'] = ['*'],
) {
  const made = await stripe.webhookEndpoints.create({ url, enabled_events });
  return { id: made.id, secret: made.secret ?? '' };
}

const verified = ({ body, signature }: Received, secret: string) =>
  stripe.webhooks.constructEvent(body, signature, secret);

describe('webhook endpoints', () => {
  it('show their secret once, and are listed and deleted', async () => {
    const { id, secret } = await endpoint(['invoice.paid']);
    expect(secret).toMatch(/^whsec_\w{32}$/);
    const [listed, ...more] = (await stripe.webhookEndpoints.list()).data;
    expect(listed).toMatchObject({ id, enabled_events: ['invoice.paid'], status: 'enabled' });
    expect(listed?.secret).toBeUndefined();
    expect(more).toEqual([]);
    expect(await stripe.webhookEndpoints.del(id)).toMatchObject({ deleted: true });
    await expect(stripe.webhookEndpoints.del(id)).rejects.toMatchObject({ statusCode: 404 });
    await stripe.customers.create({});
    await settled();
    expect(received).toEqual([]);
    await expect(
      stripe.webhookEndpoints.create({ url: 'nowhere', enabled_events: ['*'] }),
    ).rejects.toMatchObject({ code: 'url_invalid' });
  });
});

describe('webhooks', () => {
  it('are signed so that the SDK accepts them, and only as they were sent', async () => {
    const { secret } = await endpoint();
    const customer = await stripe.customers.create({ email: 'a@example.com' });
    await settled();
    expect(received).toHaveLength(1);
    const [hook] = received as [Received];
    const event = verified(hook, secret);
    expect(event).toMatchObject({
      type: 'customer.created',
      livemode: false,
      api_version: '2026-10-28.endive',
    });
    expect(event.data.object).toMatchObject({ id: customer.id });
    expect(() =>
      verified({ ...hook, body: hook.body.replace('a@example', 'b@example') }, secret),
    ).toThrow(/signature/i);
    expect(() =>
      verified({ ...hook, body: JSON.stringify(JSON.parse(hook.body)) }, secret),
    ).toThrow(/signature/i);
    expect(() => verified(hook, 'whsec_other')).toThrow(/signature/i);
    const [kept] = (await stripe.events.list({ limit: 1 })).data;
    expect(kept).toMatchObject({ id: event.id, pending_webhooks: 0 });
  });

  it('go only where their type is wanted, and only for their own account', async () => {
    await endpoint(['customer.deleted']);
    const { id } = await stripe.customers.create({});
    await stripe.customers.del(id);
    const other = stripeFor(sandbox.url, newTestKey());
    await other.customers.del((await other.customers.create({})).id);
    await settled();
    expect(listTypes()).toEqual(['customer.deleted']);
  });

  it('are sent again until they are taken, and given up in the end', async () => {
    await endpoint();
    answers = [500, 404];
    await stripe.customers.create({});
    await expect.poll(() => received.length).toBe(3);
    const before = await givenUp();
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(1);
    answers = [500, 500, 500, 500, 500];
    await stripe.customers.create({});
    await expect.poll(givenUp).toBe(before + 1);
    expect(received).toHaveLength(7);
    const [failed] = (await stripe.events.list({ limit: 1 })).data;
    expect(failed?.pending_webhooks).toBe(1);
  });

  it('are held and released in any order, dropped, doubled, and sent again', async () => {
    await endpoint();
    await sandbox.control('webhooks', { mode: 'hold' });
    const { id } = await stripe.customers.create({});
    await stripe.customers.del(id);
    await settled();
    expect(received).toEqual([]);
    await sandbox.control('webhooks', { mode: 'deliver' });
    expect(await sandbox.control('webhooks/release', { type: 'customer.deleted' })).toEqual({
      released: 1,
    });
    await settled();
    await sandbox.control('webhooks/release');
    await settled();
    expect(listTypes()).toEqual(['customer.deleted', 'customer.created']);
    await sandbox.control('webhooks', { duplicate: 2 });
    await stripe.customers.create({});
    await settled();
    expect(received).toHaveLength(5);
    await sandbox.control('webhooks', { mode: 'drop', duplicate: 0 });
    await stripe.customers.create({});
    await settled();
    expect(received).toHaveLength(5);
    const [dropped] = (await stripe.events.list({ limit: 1 })).data;
    await sandbox.control('webhooks/redeliver', { event: dropped?.id });
    await settled();
    expect(received.at(-1)?.event.id).toBe(dropped?.id);
  });

  it('come last first', async () => {
    await endpoint();
    await sandbox.control('webhooks', { mode: 'hold' });
    await stripe.customers.create({ name: 'Ann' });
    await stripe.customers.create({ name: 'Bea' });
    await sandbox.control('webhooks', { mode: 'deliver' });
    for (const reverse of [true, false]) {
      await sandbox.control('webhooks/release', { count: 1, reverse });
      await settled();
    }
    const names = received.map(({ event }) => (event.data.object as Stripe.Customer).name);
    expect(names).toEqual(['Bea', 'Ann']);
  });

  it('are forged on demand: altered, re-written, old, unsigned, of another', async () => {
    const { id, secret } = await endpoint();
    const forge = async (change: object): Promise<Received> => {
      await sandbox.control('webhooks/forge', {
        endpoint: id,
        object: { object: 'customer', id: 'cus_1' },
        ...change,
      });
      return received.at(-1) as Received;
    };
    expect(verified(await forge({ type: 'customer.created' }), secret).type).toBe(
      'customer.created',
    );
    for (const change of [
      { alter: 'byte' },
      { alter: 'reserialize' },
      { ageSeconds: 400 },
      { secret: 'whsec_other' },
      { signature: 't=1,v1=00' },
    ]) {
      const hook = await forge(change);
      expect(() => verified(hook, secret)).toThrow(Stripe.errors.StripeSignatureVerificationError);
    }
    expect((await forge({ signature: null })).signature).toBe('');
    expect(verified(await forge({ change: { livemode: true } }), secret).livemode).toBe(true);
  });

  it('are sent some at a time, a thousand without a loss', async () => {
    await endpoint();
    await settled();
    received = [];
    mostAtOnce = 0;
    await sandbox.control('webhooks', { duplicate: 999 });
    await stripe.customers.create({ name: 'Ann' });
    await sandbox.control('webhooks', { duplicate: 0 });
    await settled();
    expect(received).toHaveLength(1_000);
    expect(mostAtOnce).toBeLessThanOrEqual(20);
  });
});
