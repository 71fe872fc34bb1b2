import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { waitAtMost } from '../../src/shared/time-limits/running-time.ts';
import { createEmbeddedDataDir } from '../database/embedded-template.ts';
import { quietLog } from '../database/quiet-log.ts';
import { signUp } from './owner.ts';
import { StartedServer } from './started-server.ts';

/** The built program from outside: how it starts, refuses to start, and stops. */

async function folder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'remit-program-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** Runs the program until it ends by itself. */
async function refused(env: Record<string, string>): Promise<{ code: number; printed: string }> {
  const cwd = await folder();
  const child = spawn(process.execPath, [resolve('dist/server/main.js')], {
    cwd,
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', PORT: '0', DATA_DIR: cwd, ...env },
  });
  let printed = '';
  const read = (chunk: Buffer) => (printed += chunk.toString());
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const code = await new Promise<number>((ended) => child.once('exit', (n) => ended(n ?? -1)));
  return { code, printed };
}

/** @param dataDir a folder to start on; otherwise an empty one, as at the first start */
async function started(dataDir?: string): Promise<StartedServer> {
  const server = new StartedServer();
  await server.start({}, dataDir);
  onTestFinished(() => server.stop());
  return server;
}

it('refuses settings that it cannot use, in words and without a stack', async () => {
  const { code, printed } = await refused({ PORT: 'x', LOG_LEVEL: 'loud' });
  expect(code).toBe(1);
  expect(printed).toContain('Remit did not start.');
  expect(printed).toContain('PORT must be a number from 0 to 65535');
  expect(printed).toContain('LOG_LEVEL must be one of');
  expect(printed).not.toContain('    at ');
});

it('starts on an empty folder, refuses a second start on it, and the first goes on', async () => {
  const server = await started();
  const { code, printed } = await refused({ DATA_DIR: server.dataDir });
  expect(code).toBe(1);
  expect(printed).toMatch(/already running on .*Stop it first, or choose another DATA_DIR/s);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

it('refuses a database that is newer than itself and leaves it as it is', async () => {
  const server = await started(await createEmbeddedDataDir());
  await server.kill();
  const change = async (text: string) => {
    const db = await openDatabase({ dataDir: server.dataDir, log: quietLog });
    const { rows } = await db.pool.query<{ name: string }>(text);
    await db.close();
    return rows.map((row) => row.name);
  };
  await change(`insert into schema_migrations (id, name, hash) values (9999, '9999_future', 'x')`);
  const { code, printed } = await refused({ DATA_DIR: server.dataDir });
  expect(code).toBe(1);
  expect(printed).toContain('This database was made by a newer version of Remit');
  expect(await change('select name from schema_migrations order by id')).toContain('9999_future');
});

/** A disk of its own, of so many megabytes; undefined where this user may not mount one. */
function smallDisk(folder: string, megabytes: number): boolean {
  const { status } = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m`,
    'tmpfs',
    folder,
  ]);
  if (status === 0) onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  return status === 0;
}

it('tells a full disk as what it is, while running and at the next start, and loses nothing', async ({
  skip,
}) => {
  const disk = await folder();
  if (!smallDisk(disk, 120)) skip('only who may mount a file system can fill one');
  const dataDir = join(disk, 'data');
  await cp(await createEmbeddedDataDir(), dataDir, { recursive: true });
  const server = await started(dataDir);
  const owner = await signUp(server);
  const add = async (name: string) => {
    const answer = await fetch(`${server.url}/api/customers`, {
      method: 'POST',
      headers: { cookie: owner.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ name, address: randomBytes(200).toString('hex') }),
    });
    return { status: answer.status, said: await answer.text() };
  };
  const { uploadURL } = await owner.call<{ uploadURL: string }>('POST', '/api/objects/upload', {});
  spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=64k']);

  let kept = 0;
  let refused503: string | undefined;
  while (refused503 === undefined) {
    const { status, said } = await add(`Customer ${kept}`);
    if (status === 503) refused503 = said;
    else {
      expect([status, said]).toEqual([201, expect.any(String)]);
      kept += 1;
    }
  }
  expect(JSON.parse(refused503)).toEqual({
    code: 'BUSY',
    message: 'There is no room left on the server. Nothing was saved.',
  });
  const sent = await fetch(uploadURL, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(randomBytes(300_000)),
  });
  expect([sent.status, await sent.text()]).toEqual([503, refused503]);
  // What only reads goes on.
  expect(await owner.call<unknown[]>('GET', '/api/customers')).toHaveLength(kept);

  await server.kill();
  const { code, printed } = await refused({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(printed).toMatch(/Remit did not start\.\nThe disk is full: .*no space left on device/i);
  expect(printed).toContain('Make room on the disk, then start Remit again.');
  await rm(join(disk, 'filler'));
  await server.startAgain();
  expect((await add('One more')).status).toBe(201);
  expect(await owner.call<unknown[]>('GET', '/api/customers')).toHaveLength(kept + 1);
});

it('answers what it is doing when it is told to stop, and closes the database', async () => {
  const server = await started(await createEmbeddedDataDir());
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
