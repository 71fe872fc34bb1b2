import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnsweredRequest, Sandbox } from '@remit/sandbox';
import { startSandbox } from '@remit/sandbox';
import type { ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Clock } from '../../src/server/platform/clock/clock.ts';
import type {
  Checkout,
  CheckoutRequest,
  PaymentProvider,
  ProviderError,
} from '../../src/server/platform/payment-providers/payment-provider.ts';
import { paypalProvider } from '../../src/server/platform/payment-providers/paypal/paypal-provider.ts';
import { paypalTokens } from '../../src/server/platform/payment-providers/paypal/paypal-tokens.ts';
import { money } from '../../src/shared/money/money.ts';
import { eventSchema } from './paypal-notice-schemas.ts';
import { operations, refusals } from './paypal-operations.ts';

const ajv = new Ajv({ allErrors: true, strict: false });
ajv.addFormat('uri', (text) => URL.canParse(text));
const compiled = new Map<object, ValidateFunction>();

/** What is wrong with a value, or undefined. */
export function misfit(schema: object, value: unknown): string | undefined {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

/** What of an answered call does not follow PayPal's documents. */
function breaches({ method, route, status, params, answer }: AnsweredRequest): string[] {
  if (route.startsWith('/paypal/approve/')) return [];
  const call = `${method} ${route}`;
  const operation = operations[call];
  if (!operation) return [`${call} is in no document`];
  const schema = operation.answers[status] ?? refusals[status];
  if (!schema) return [`${call} answers ${status}, which is in no document`];
  const found = [misfit(schema, answer)];
  // What was refused as malformed need not fit; what was done must.
  if (status < 300) found.push(misfit(operation.request, params));
  return found.flatMap((text) => (text ? [`${call} ${status}: ${text}`] : []));
}

export interface Delivered {
  body: Buffer;
  headers: IncomingHttpHeaders;
}

/** A clock that tests move; the sandbox has its own. */
export function movableClock(): Clock & { move: (seconds: number) => void } {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    move: (seconds) => {
      offset += seconds * 1000;
    },
  };
}

export interface PaypalAccount {
  clientId: string;
  provider: PaymentProvider;
  clock: ReturnType<typeof movableClock>;
}

/**
 * The sandbox, for all tests of a file. Every call that it answers is held against PayPal's
 * documents, whatever the test is about; a breach fails the test.
 */
export function paypalSandbox() {
  let sandbox: Sandbox;
  let breached: string[] = [];
  let seen: AnsweredRequest[] = [];
  const receivers: { close: () => Promise<void> }[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox({
      controls: true,
      onAnswer(info) {
        if (info.provider !== 'paypal') return;
        seen.push(info);
        breached.push(...breaches(info));
      },
    });
  });
  afterAll(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await sandbox?.close();
  });
  afterEach(async () => {
    const found = breached;
    breached = [];
    seen = [];
    await control('fail/clear');
    await control('webhooks', { mode: 'deliver', duplicate: 0, reorder: false });
    expect(found, "calls and answers follow PayPal's documents").toEqual([]);
  });

  /** Steers the sandbox. */
  async function control(path: string, body: object = {}): Promise<Record<string, unknown>> {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const told = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(told)}`);
    return told;
  }

  /** An account of its own, and the adapter with its keys. */
  function account(options: { timeLimit?: number; secret?: string; id?: string } = {}) {
    const clientId = options.id ?? `client-${randomBytes(9).toString('base64url')}`;
    const clock = movableClock();
    const provider = paypalProvider({
      base: sandbox.url,
      clientId,
      clientSecret: options.secret ?? 'secret-of-the-account',
      clock,
      tokens: paypalTokens(clock),
      ...(options.timeLimit ? { timeLimit: options.timeLimit } : {}),
    });
    return { clientId, provider, clock } satisfies PaypalAccount;
  }

  /** A server that takes webhooks. */
  async function receiver() {
    const deliveries: Delivered[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks);
        deliveries.push({ body, headers: request.headers });
        const wrong = misfit(eventSchema, JSON.parse(body.toString('utf8')));
        if (wrong) breached.push(`webhook: ${wrong}`);
        response.writeHead(200).end();
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    receivers.push({
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    });
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}/webhooks/${randomBytes(6).toString('hex')}`,
      deliveries,
    };
  }

  return {
    url: () => sandbox.url,
    control,
    account,
    receiver,
    /** Calls that the sandbox has answered in this test, such as 'POST /v2/checkout/orders'. */
    calls: (call?: string) =>
      seen.filter(({ method, route }) => call === undefined || `${method} ${route}` === call),
    breaches: () => breached,
    /** Takes the breaches, so that they do not fail the test. */
    takeBreaches: () => breached.splice(0),
  };
}

/** What a call fails with. */
export async function failure(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'ProviderError' });
  return error as ProviderError;
}

/** What an invoice asks for. */
export function checkoutRequest(change: Partial<CheckoutRequest> = {}): CheckoutRequest {
  return {
    key: randomBytes(18).toString('base64url'),
    amount: money('1234.50', 'USD'),
    businessName: 'Harbor & Vine Studio',
    description: 'Invoice INV-2026-0418',
    invoiceNumber: 'INV-2026-0418',
    reference: randomBytes(16).toString('base64url'),
    customerEmail: 'maya.okafor@northwind.example',
    successUrl: 'http://localhost:3000/payment-success?invoice=abc',
    cancelUrl: 'http://localhost:3000/pay-invoice/abc',
    ...change,
  };
}

/** A checkout that is paid. */
export async function paid(
  { provider }: PaypalAccount,
  control: (path: string, body: object) => Promise<unknown>,
  change: Partial<CheckoutRequest> = {},
): Promise<Checkout & { payment: NonNullable<Checkout['payment']> }> {
  const request = checkoutRequest(change);
  const { id } = await provider.createCheckout(request);
  await control('paypal/approve', { order: id });
  const checkout = await provider.captureCheckout(id, request.key);
  const { payment } = checkout;
  if (!payment) throw new Error(`The checkout is ${checkout.state}.`);
  return { ...checkout, payment };
}
