import { request as send } from 'node:http';
import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findJsonFault } from '../../src/server/platform/http/json-structure.ts';
import { allInputs, findPlaces } from '../contract/contract-inputs.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const KB = 1024;
const MB = KB * KB;
/** The longest that the server may answer nobody beyond what an ordinary text of that size takes, in ms. */
const GAP = 50;

interface Reply {
  status: number;
  body: { code?: string; message?: string; fields?: { path: string; message: string }[] };
}

describeOnDatabase('what a request may bring', (db) => {
  let app: TestApp;
  let owner: Caller;
  let address: string;
  let customerId: number;
  /** Of a text of two megabytes, which is refused for its length: it depends on the machine. */
  let ordinaryGap: number;
  beforeAll(async () => {
    app = await openTestApp(db);
    owner = await app.signUp();
    address = await app.listen();
    const customer = await owner.call('POST', '/api/customers', aCustomer());
    customerId = customer.body.id as number;
    const ordinary = JSON.stringify({ notes: 'x'.repeat(2 * MB - KB) });
    ordinaryGap = (await measureGap(() => ask('POST', '/api/invoices', ordinary))).gap;
  });
  afterAll(() => app.close());

  /** Over a socket, with the owner's session unless told. */
  const ask = (
    method: string,
    path: string,
    body?: Buffer | string,
    headers: Record<string, string> = { cookie: owner.cookie },
  ) =>
    new Promise<Reply>((resolve, reject) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const asked = send(address + path, { method, headers: { ...json, ...headers } });
      asked.on('error', reject);
      asked.on('response', (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const isJson = String(answer.headers['content-type']).startsWith('application/json');
          const read = isJson ? (JSON.parse(text) as Reply['body']) : {};
          resolve({ status: answer.statusCode ?? 0, body: read });
        });
      });
      asked.end(body);
    });

  /** The last answer, and the shortest of some tries' longest gaps: others share the machine. */
  async function measureGap(ask: () => Promise<Reply>) {
    let gap = Number.POSITIVE_INFINITY;
    let reply: Reply = { status: 0, body: {} };
    for (let attempt = 0; attempt < 8 && (attempt < 3 || gap >= GAP); attempt += 1) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      reply = await ask();
      await new Promise((resolve) => setImmediate(resolve));
      delay.disable();
      gap = Math.min(gap, delay.max / 1e6);
    }
    return { reply, gap };
  }

  async function expectNoStall(name: string, ask: () => Promise<Reply>): Promise<Reply> {
    const { reply, gap } = await measureGap(ask);
    expect(gap, name).toBeLessThan(GAP + ordinaryGap);
    expect(reply.status, name).toBeLessThan(500);
    return reply;
  }

  it('the requests that stopped it are refused by name', async () => {
    const customer = { name: `x${' '.repeat(60_000)}x` };
    const named = await expectNoStall('blanks', () =>
      ask('POST', '/api/customers', JSON.stringify(customer)),
    );
    expect(named.body.fields).toEqual([
      { path: 'name', message: 'Name must be at most 200 characters' },
    ]);
    const item = { name: 'Hours', unitPrice: `0.${'0'.repeat(60_000)}1` };
    const priced = await expectNoStall('zeros', () =>
      ask('POST', '/api/items', JSON.stringify(item)),
    );
    expect(priced.body.fields).toEqual([
      { path: 'unitPrice', message: 'Unit price must be a number with at most six decimals' },
    ]);
    const invoice = anInvoice(customerId);
    const lineItems = [{ description: 'x', quantity: '1', unitPrice: `0.${'0'.repeat(160_000)}1` }];
    const drawn = await expectNoStall('a document', () =>
      ask('POST', '/api/invoices', JSON.stringify({ ...invoice, lineItems })),
    );
    expect(drawn.body.fields).toEqual([
      {
        path: 'lineItems.0.unitPrice',
        message: 'Unit price must be a number with at most six decimals',
      },
    ]);
  });

  it('the worst in all fields of each call leaves the server answering', async () => {
    const worst = {
      blanks: (room: number) => `x${' '.repeat(room - 2)}x`,
      fraction: (room: number) => `0.${'0'.repeat(room - 3)}1`,
      quotes: (room: number) => '"'.repeat(room / 2),
      marks: (room: number) => `a${'\u0315\u0300'.repeat(room / 4 - 1)}`,
    };
    const merged = (a: unknown, b: unknown): unknown => {
      if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return b;
      if (Array.isArray(a) && Array.isArray(b)) return [merged(a[0], b[0])];
      const both = { ...a } as Record<string, unknown>;
      for (const [key, value] of Object.entries(b)) both[key] = merged(both[key], value);
      return both;
    };
    for (const { name, schema, route } of allInputs()) {
      if (!route) continue;
      const places = findPlaces(schema).filter(({ kind }) => kind === 'string');
      const path = `/api${route.path.replace(/\{\w+\}/g, '1')}`;
      const query = route.method === 'GET' || route.method === 'DELETE';
      const room = Math.floor((query ? 6 * KB : 60 * KB) / Math.max(1, places.length));
      for (const [what, text] of Object.entries(worst)) {
        const input = places
          .map((place) => place.holding(text(query ? Math.floor(room / 6) : room)))
          .reduce(merged, {});
        const reply = await expectNoStall(`${what} for ${name}`, () =>
          query
            ? ask(route.method, `${path}?${new URLSearchParams(input as Record<string, string>)}`)
            : ask(route.method, path, JSON.stringify(input)),
        );
        expect(reply.status, name).toBeLessThan(500);
      }
    }
  });

  it('a body has 64 kB, a document 4 MB, an event 256 kB, and a refusal says so', async () => {
    const tooLarge = (most: string) => ({
      status: 413,
      body: {
        code: 'TOO_LARGE',
        message: `The request is too large: at most ${most} can be sent here`,
      },
    });
    const padded = (bytes: number) => JSON.stringify({ name: 'x'.repeat(bytes - 11) });
    expect(await ask('POST', '/api/customers', padded(64 * KB + 1))).toEqual(tooLarge('64 kB'));
    expect((await ask('POST', '/api/customers', padded(64 * KB))).status).toBe(400);
    for (const path of ['/api/invoices', '/api/estimates', '/api/invoices/preview']) {
      expect(await ask('POST', path, padded(4 * MB + 1))).toEqual(tooLarge('4 MB'));
      expect((await ask('POST', path, padded(4 * MB))).status).toBe(400);
    }
    expect(await ask('PUT', '/api/invoices/1', padded(4 * MB + 1))).toEqual(tooLarge('4 MB'));
    expect(await ask('PUT', '/api/estimates/1', padded(4 * MB + 1))).toEqual(tooLarge('4 MB'));
    const sent = `/api/invoices/1/mark-paid`;
    expect(await ask('POST', sent, padded(64 * KB + 1))).toEqual(tooLarge('64 kB'));
    const event = `/api/webhooks/stripe/${'0'.repeat(32)}`;
    expect(await ask('POST', event, padded(256 * KB + 1), {})).toEqual(tooLarge('256 kB'));
    expect((await ask('POST', event, padded(256 * KB), {})).status).toBe(404);
    const signIn = '/api/auth/sign-in/email';
    expect(await ask('POST', signIn, padded(64 * KB + 1), {})).toEqual(tooLarge('64 kB'));
  });

  it('reads nobody’s document', async () => {
    const unread = `{"notes":"${'x'.repeat(100 * KB)}`;
    expect(await ask('POST', '/api/invoices', unread, {})).toEqual({
      status: 401,
      body: { code: 'UNAUTHORIZED', message: 'Sign in to continue' },
    });
  });

  it('a document of 5,000 lines in a script of three bytes a letter is taken', async () => {
    const lineItems = Array.from({ length: 5_000 }, (_, place) => ({
      id: place,
      invoiceId: 1,
      itemId: null,
      description: '請'.repeat(200),
      quantity: '1.00',
      unitPrice: '12.50',
      total: '12.50',
    }));
    const body = JSON.stringify({ ...anInvoice(customerId), taxRate: '0', lineItems });
    expect(Buffer.byteLength(body)).toBeGreaterThan(3_500_000);
    expect(findJsonFault(Buffer.from(body))).toBeUndefined();
    const { status } = await ask('POST', '/api/invoices', body);
    expect(status).toBe(201);
  });

  it('JSON that is slow to parse or to walk is not parsed', async () => {
    const half = 2 * MB - 10;
    const deep = 'The request is nested too deeply';
    const many = 'The request has too many values';
    const keys = Array.from({ length: 200_000 }, (_, n) => `"k${n}":1`).join(',');
    const bodies = {
      brackets: ['['.repeat(half), deep],
      objects: ['{"a":'.repeat(half / 5), deep],
      'empty objects': [`[${'{},'.repeat(half / 3)}{}]`, many],
      numbers: [`[${'0,'.repeat(half / 2)}0]`, many],
      members: [`{${keys}}`, many],
      'one number': [`{"taxRate":${'1'.repeat(half)}}`, undefined],
      'escaped quotes': [`{"notes":"${'\\"'.repeat(half / 2)}"}`, undefined],
      backslashes: [`{"notes":"${'\\\\'.repeat(half / 2)}`, undefined],
    } as const;
    for (const [name, [body, message]] of Object.entries(bodies)) {
      const reply = await expectNoStall(name, () => ask('POST', '/api/invoices', body));
      expect(reply.status, name).toBe(400);
      if (message) expect(reply.body, name).toEqual({ code: 'BAD_REQUEST', message });
    }
    const nested = `{"response":{"a":${'['.repeat(30 * KB)}${']'.repeat(30 * KB)}}}`;
    const passkey = '/api/auth/passkey/verify-authentication';
    const body = { code: 'BAD_REQUEST', message: deep };
    expect(await ask('POST', passkey, nested, {})).toEqual({ status: 400, body });
  });

  it('a document of more values than can be sent names the field that has them', async () => {
    const tax = { rate: '5', category: 'S', compound: false };
    const taxes = Array.from({ length: 5 }, (_, n) => ({ ...tax, name: `Tax ${n}` }));
    const line = { description: 'Design', quantity: '1', unitPrice: '1', taxes };
    const lineItems = Array.from({ length: 5_000 }, () => line);
    const whole = anInvoice(customerId);
    const message =
      'lineItems has too many values: a request has at most 100,000, counting every field of every entry';
    for (const body of [
      { ...whole, lineItems },
      { ...whole, lineItems, notes: 'x', charges: [{ amount: '1', taxes: [] }] },
      { ...whole, lineItems: lineItems.slice(2_500), discounts: lineItems.slice(2_600) },
    ]) {
      const text = JSON.stringify(body);
      expect(await ask('POST', '/api/invoices', text)).toEqual({
        status: 400,
        body: { code: 'BAD_REQUEST', message, fields: [{ path: 'lineItems', message }] },
      });
    }
    const odd = JSON.stringify({ '<b>"x"</b>': Array.from({ length: 100_001 }, () => 1) });
    expect(await ask('POST', '/api/invoices', odd)).toEqual({
      status: 400,
      body: { code: 'BAD_REQUEST', message: 'The request has too many values' },
    });
  });

  it('headers and addresses that are read are bounded', async () => {
    const long = await expectNoStall('accept-encoding', () =>
      ask('GET', '/', undefined, { 'accept-encoding': `gzip${' '.repeat(15_000)};q=0` }),
    );
    expect(long).toEqual({
      status: 431,
      body: {
        code: 'HEADER_TOO_LARGE',
        message: 'The header accept-encoding is too long: at most 300 characters',
      },
    });
    const search = `/api/search?q=${'a'.repeat(8_000)}`;
    expect(await ask('GET', search)).toEqual({
      status: 400,
      body: { code: 'BAD_REQUEST', message: 'The address is too long' },
    });
    expect(
      await ask('GET', '/api/installation', undefined, { 'x-any': 'x'.repeat(17_000) }),
    ).toEqual({
      status: 431,
      body: {
        code: 'HEADER_TOO_LARGE',
        message: 'The address and the headers are too large: at most 16 kB together',
      },
    });
    expect(
      (await ask('GET', '/api/installation', undefined, { 'x-any': 'x'.repeat(9_000) })).status,
    ).toBe(200);
  });

  it('what is no HTTP is told so in the same shape', async () => {
    const { port, hostname } = new URL(address);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.end('NOT HTTP\r\n\r\n'));
      let text = '';
      socket.on('data', (part) => (text += part.toString()));
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/);
    expect(answer).toMatch(/\r\ncontent-security-policy: [^\r]*frame-ancestors 'none'/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      code: 'BAD_REQUEST',
      message: 'The request is not valid HTTP',
    });
  });
});
