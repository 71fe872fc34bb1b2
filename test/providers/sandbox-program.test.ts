import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox, stripeOperations } from '@remit/sandbox';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bundleProgram } from '../programs/bundle-program.ts';
import { stripeCalls } from './stripe-calls.ts';
import { stripeParamNames } from './stripe-schemas.ts';
import { newTestKey, startTestSandbox, stripeFor } from './test-sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the state', () => {
  it('outlives a restart: accounts, sessions, subscriptions, secrets, clock and address', async () => {
    const stateFile = join(folder, 'state.json');
    const key = newTestKey();
    const first = await startTestSandbox({ stateFile });
    await first.control('clock', { advance: 3_600_000 });
    const stripe = stripeFor(first.url, key);
    const customer = await stripe.customers.create({ name: 'Ann' }, { idempotencyKey: 'once' });
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'http://localhost/done',
      line_items: [
        {
          price_data: { currency: 'usd', unit_amount: 900, product_data: { name: 'Thing' } },
          quantity: 1,
        },
      ],
    });
    const product = await stripe.products.create({ name: 'Plan' });
    const price = await stripe.prices.create({
      currency: 'usd',
      product: product.id,
      unit_amount: 500,
      recurring: { interval: 'month' },
    });
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      payment_behavior: 'default_incomplete',
      items: [{ price: price.id }],
    });
    await first.close();
    expect(statSync(stateFile).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(stateFile, 'utf8'))).toHaveProperty('version', 1);
    const second = await startTestSandbox({ stateFile });
    expect(second.url).toBe(first.url);
    const again = stripeFor(second.url, key);
    expect((await again.customers.create({ name: 'Ann' }, { idempotencyKey: 'once' })).id).toBe(
      customer.id,
    );
    expect(await second.control('pay', { session: session.id })).toMatchObject({ ok: true });
    const read = await again.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice.confirmation_secret'],
    });
    expect(read.status).toBe('incomplete');
    const { now } = await second.control<{ now: string }>('clock');
    expect(new Date(now).getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    expect(second.takeProblems()).toEqual([]);
    await second.close();
  });

  it('that cannot be read is put aside', async () => {
    const stateFile = join(folder, 'broken.json');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(stateFile, '{"version":');
    const sandbox = await startSandbox({ stateFile });
    expect(readFileSync(`${stateFile}.broken`, 'utf8')).toBe('{"version":');
    await sandbox.close();
  });
});

describe('the program', () => {
  async function run(): Promise<{
    child: ReturnType<typeof spawn>;
    url: Promise<string>;
    ended: Promise<number | null>;
  }> {
    const child = spawn(process.execPath, [await bundleProgram('packages/sandbox/src/main.ts')], {
      cwd: root,
      env: {
        ...process.env,
        SANDBOX_PORT: '0',
        SANDBOX_STATE: join(folder, 'program.json'),
        SANDBOX_CONTROLS: '',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const url = new Promise<string>((resolve) => {
      child.stdout?.once('data', (data: Buffer) => {
        resolve(
          /^Sandbox is running at (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(data.toString())?.[1] ?? '',
        );
      });
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    return { child, url, ended };
  }

  it('says where it runs, and saves and ends when its stdin closes or on SIGTERM', async () => {
    const key = newTestKey();
    const first = await run();
    const customer = await stripeFor(await first.url, key).customers.create({ name: 'Ann' });
    first.child.stdin?.end();
    expect(await first.ended).toBe(0);
    const second = await run();
    const read = await stripeFor(await second.url, key).customers.retrieve(customer.id);
    expect(read).toMatchObject({ name: 'Ann' });
    const closed = await fetch(`${await second.url}/_sandbox/clock`, { method: 'POST' });
    expect(closed.status).toBe(404);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });
});

describe('the parameters that it takes', () => {
  interface Shape {
    properties?: Record<string, Shape>;
    items?: Shape;
  }
  // What Stripe's own script in the browser sends when it confirms: the SDK has no types of it.
  const browserOnly = /^(client_secret|payment_method_data\.card(\..*)?)$/;
  const listNames = ({ properties, items }: Shape, prefix: string): string[] =>
    Object.entries(properties ?? items?.properties ?? {}).flatMap(([name, inside]) => [
      `${prefix}${name}`,
      ...listNames(inside, `${prefix}${name}.`),
    ]);

  it.each(stripeOperations.map(({ method, path, input }) => [`${method} ${path}`, input] as const))(
    'of %s are all known to the SDK',
    (call, input) => {
      expect(Object.keys(stripeCalls)).toContain(call);
      const known = stripeParamNames(call);
      const names = listNames(z.toJSONSchema(input, { io: 'input' }) as Shape, '');
      expect(names.length).toBe(new Set(names).size);
      const unknown = names.filter((name) => !known.has(name));
      expect(unknown.filter((name) => !browserOnly.test(name))).toEqual([]);
    },
  );

  it('are read at every depth of their schemas', () => {
    const made = stripeOperations.find(({ path }) => path === '/v1/checkout/sessions');
    expect(
      listNames(z.toJSONSchema(made?.input ?? z.never(), { io: 'input' }) as Shape, ''),
    ).toContain('line_items.price_data.product_data.name');
  });
});
