import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { waitAtMost } from '../../src/shared/time-limits/running-time.ts';
import { createEmbeddedDataDir } from '../database/embedded-template.ts';
import { runToItsEnd, startProgram } from '../programs/built-program.ts';

/** The built program from outside: how it refuses to start, and stops. */

it('refuses settings that it cannot use, in words and without a stack', async () => {
  const { code, printed } = await runToItsEnd({ PORT: 'x', LOG_LEVEL: 'loud' });
  expect(code).toBe(1);
  expect(printed).toContain('Remit did not start.');
  expect(printed).toContain('PORT must be a number from 0 to 65535');
  expect(printed).toContain('LOG_LEVEL must be one of');
  expect(printed).not.toContain('    at ');
});

it('refuses a second start on its folder; told to stop, it answers what it is doing and closes the database', async () => {
  const server = await startProgram(await createEmbeddedDataDir());
  const { code, printed } = await runToItsEnd({ DATA_DIR: server.dataDir });
  expect(code).toBe(1);
  expect(printed).toMatch(/already running on .*Stop it first, or choose another DATA_DIR/s);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

  const signUp = await fetch(`${server.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'a@example.com',
      password: 'correct horse battery',
      name: 'Ada Q',
    }),
  });
  const cookie = signUp.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const call = async (path: string, body: unknown) => {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { id: number };
  };
  const customer = await call('/api/customers', { name: 'C' });
  // Long enough to be on its way when the word comes, and short of the eight seconds that a slow
  // machine has from then on.
  const lineItems = Array.from({ length: 300 }, (_, n) => ({
    description: `Line ${n}`,
    quantity: 1,
    unitPrice: 1,
  }));
  const invoice = await call('/api/invoices', {
    customerId: customer.id,
    invoiceNumber: 'LONG',
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    lineItems,
  });
  // The server says 'Continue' when it takes the request up.
  const pdf = request(`${server.url}/api/invoices/${invoice.id}/pdf`, {
    headers: { cookie, expect: '100-continue' },
  });
  const underWay = once(pdf, 'continue');
  const answered = once(pdf, 'response') as Promise<[IncomingMessage]>;
  pdf.end();
  await underWay;
  // A browser that connects ahead of its requests, and a request that never comes whole.
  const { port } = new URL(server.url);
  const silent = connect(Number(port), '127.0.0.1');
  const half = connect(Number(port), '127.0.0.1');
  half.write('POST /api/customers HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{');
  for (const socket of [silent, half]) socket.on('error', () => {});
  const ended = server.stop();
  const [answer] = await answered;
  expect(answer.statusCode).toBe(200);
  expect((await buffer(answer)).byteLength).toBeGreaterThan(10_000);
  // From the answer on, not from the word to stop: how long a document takes is the machine's affair.
  // Not held up by this client's connection, which would like to live on.
  await waitAtMost(20_000, ended, () => {
    throw new Error('The server did not end');
  });
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
});
