import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@remit/sandbox';
import { expect, test } from 'vitest';
import { paypalProvider } from '../../src/server/platform/payment-providers/paypal/paypal-provider.ts';
import { paypalTokens } from '../../src/server/platform/payment-providers/paypal/paypal-tokens.ts';
import type { Delivered } from './paypal-fixture.ts';
import { checkoutRequest, movableClock } from './paypal-fixture.ts';

test('orders, payments, keys and signatures outlive the sandbox; secrets are not in its file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paypal-state-'));
  const stateFile = join(folder, 'sandbox.json');
  const deliveries: Delivered[] = [];
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      deliveries.push({ body: Buffer.concat(chunks), headers: request.headers });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  const { port: receiverPort } = receiver.address() as AddressInfo;
  const open = async (port: number) => {
    const sandbox = await startSandbox({ stateFile, controls: true, port });
    const tokens = paypalTokens(movableClock());
    const as = (clientSecret: string) =>
      paypalProvider({ base: sandbox.url, clientId: 'client-of-state', clientSecret, tokens });
    const control = (path: string, body: object) =>
      fetch(`${sandbox.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
    return { sandbox, as, control };
  };
  try {
    const first = await open(0);
    const before = first.as('secret-of-state');
    const endpoint = await before.createWebhookEndpoint(`http://127.0.0.1:${receiverPort}/`);
    const request = checkoutRequest();
    const { id } = await before.createCheckout(request);
    await first.control('paypal/approve', { order: id });
    const paid = await before.captureCheckout(id, request.key);
    await first.control('webhooks/settled', {});
    const { port } = new URL(first.sandbox.url);
    await first.sandbox.close();

    const second = await open(Number(port));
    const after = second.as('secret-of-state');
    expect(await after.readCheckout(id)).toEqual(paid);
    expect((await after.createCheckout(request)).id).toBe(id);
    expect(await after.captureCheckout(id, request.key)).toEqual(paid);
    await expect(second.as('another-secret').checkAccount()).rejects.toMatchObject({
      kind: 'credentials',
    });
    const [delivery] = deliveries;
    if (!delivery) throw new Error('Nothing was delivered.');
    expect(await after.verifyEvent(delivery.body, delivery.headers, endpoint)).toBeDefined();
    await second.sandbox.close();
    expect(await readFile(stateFile, 'utf8')).not.toContain('secret-of-state');
  } finally {
    receiver.close();
    await rm(folder, { recursive: true, force: true });
  }
});
