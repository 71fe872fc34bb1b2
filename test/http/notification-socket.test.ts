import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { SOCKET_PATH } from '../../src/shared/notifications/live-news.ts';
import { onEveryDatabase } from '../database/describe-on-database.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

/** So short that a busy machine may drop a live peer too: for what is to be dropped anyway. */
const HEARTBEAT_MS = 1_000;

onEveryDatabase('the notification socket', (db) => {
  let world: TestApp;
  let address: string;
  let quick: TestApp;
  let quickAddress: string;
  beforeAll(async () => {
    world = await openTestApp(db);
    address = await world.listen();
    const { masterKey } = world.services;
    quick = await openTestApp(db, {}, { masterKey, socketHeartbeatMs: HEARTBEAT_MS });
    quickAddress = await quick.listen();
  });
  afterAll(async () => {
    await quick?.close();
    await world?.close();
  });

  const dial = (headers: Record<string, string>, to = address, path = SOCKET_PATH) =>
    new WebSocket(`${to.replace('http', 'ws')}${path}`, { headers });
  /** An open socket of the owner's page, and what it hears. */
  const open = async (owner: Caller, to = address) => {
    const socket = dial({ cookie: owner.cookie, origin: to }, to);
    const heard: unknown[] = [];
    socket.on('message', (data) => heard.push(JSON.parse((data as Buffer).toString())));
    await once(socket, 'open');
    return { socket, heard };
  };
  const refusal = async (socket: WebSocket) => {
    const [, answer] = (await once(socket, 'unexpected-response')) as [
      unknown,
      { statusCode: number },
    ];
    return answer.statusCode;
  };
  /** A peer that takes what comes and answers nothing, neither pings nor goodbyes. */
  const openDeaf = async (owner: Caller, to: string) => {
    const { host, port } = new URL(to);
    const deaf = connect(Number(port), '127.0.0.1');
    deaf.on('error', () => {});
    deaf.write(
      `GET ${SOCKET_PATH} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${to}\r\nCookie: ${owner.cookie}\r\n` +
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    const [answer] = (await once(deaf, 'data')) as [Buffer];
    expect(answer.toString()).toContain('101 Switching Protocols');
    return deaf;
  };
  /** Somebody opens a public invoice: news for its owner. */
  const makeNews = async (owner: Caller) => {
    const customer = await owner.call('POST', '/api/customers', aCustomer());
    const invoice = await owner.call(
      'POST',
      '/api/invoices',
      anInvoice(customer.body.id, { status: 'sent' }),
    );
    await world.visitor.call('GET', `/api/public/invoice/${invoice.body.publicId}`);
    const list = await owner.call('GET', '/api/notifications');
    return list.body[0];
  };

  /** An instance listens on a connection of its own, which may take a moment to be made. */
  const untilTold = async (owner: Caller, { socket, heard }: Awaited<ReturnType<typeof open>>) => {
    await expect
      .poll(async () => {
        const { id } = await makeNews(owner);
        return heard.some((message) => (message as { data: { id?: number } }).data.id === id);
      })
      .toBe(true);
    socket.terminate();
  };

  test('opens for a signed-in owner’s own page, and for nobody else', async () => {
    const owner = await world.signUp();
    expect(await refusal(dial({ origin: address }))).toBe(401);
    expect(await refusal(dial({ origin: address, cookie: 'remit.session=forged' }))).toBe(401);
    const { cookie } = owner;
    expect(await refusal(dial({ cookie, origin: 'https://elsewhere.example' }))).toBe(403);
    expect(await refusal(dial({ cookie, origin: 'null' }))).toBe(403);
    expect(await refusal(dial({ cookie, origin: address }, address, '/api/customers'))).toBe(404);
    expect((await owner.call('GET', SOCKET_PATH)).status).toBe(400);
    const { socket } = await open(owner);
    socket.terminate();
  });

  test('tells the owner’s open pages of news, and no other owner’s', async () => {
    const [owner, other] = [await world.signUp(), await world.signUp()];
    await untilTold(other, await open(other));
    const [one, two, foreign] = [await open(owner), await open(owner), await open(other)];
    const news = await makeNews(owner);
    expect(news).toMatchObject({ type: 'invoice.viewed', isRead: false });
    for (const { heard } of [one, two]) {
      await expect
        .poll(() => heard)
        .toContainEqual({ type: 'notification', data: { id: news.id } });
    }
    // Read in one tab, it is looked at again in the others.
    one.heard.length = 0;
    await owner.call('PATCH', `/api/notifications/${news.id}/read`);
    await expect.poll(() => one.heard).toEqual([{ type: 'notification', data: {} }]);
    await makeNews(other);
    await expect.poll(() => foreign.heard.length).toBeGreaterThan(0);
    expect(JSON.stringify(foreign.heard)).not.toContain(`${news.id}`);
    for (const { socket } of [one, two, foreign]) socket.terminate();
  });

  test('ends with its session, wherever that was ended', async () => {
    const owner = await world.signUp();
    const { socket } = await open(owner, quickAddress);
    const closed = once(socket, 'close');
    await owner.call('GET', '/api/logout');
    const [code] = (await closed) as [number];
    expect(code).toBe(1008);
  });

  test('drops a peer that answers no more, and one that talks too much', async () => {
    const owner = await world.signUp();
    const gone = await openDeaf(owner, quickAddress);
    const dropped = once(gone, 'close');
    const talker = (await open(owner, quickAddress)).socket;
    for (let n = 0; n < 30; n += 1) talker.send('hello');
    await once(talker, 'close');
    const big = (await open(owner, quickAddress)).socket;
    big.send('x'.repeat(2_000));
    const [code] = (await once(big, 'close')) as [number];
    expect(code).toBe(1009);
    await dropped;
  });

  test('a request that offers HTTP/2 is answered as the ordinary one that it is', async () => {
    const owner = await world.signUp();
    const body = JSON.stringify(aCustomer({ name: 'Asked by an older client' }));
    const answer = await new Promise<{ status: number; body: string }>((resolve, reject) => {
      const request = httpRequest(`${address}/api/customers`, {
        method: 'POST',
        headers: {
          cookie: owner.cookie,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          connection: 'Upgrade, HTTP2-Settings',
          upgrade: 'h2c',
          'http2-settings': 'AAMAAABkAAQAAP__',
        },
      });
      request.on('error', reject);
      request.on('response', (response) => {
        let text = '';
        response.on('data', (part) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      });
      request.end(body);
    });
    expect(answer.status).toBe(201);
    expect(JSON.parse(answer.body)).toMatchObject({ name: 'Asked by an older client' });
  });

  test('the server stops although sockets are open, and says goodbye', async () => {
    const second = await openTestApp(db, {}, { masterKey: world.services.masterKey });
    const owner = await second.signUp();
    const to = await second.listen();
    const { socket } = await open(owner, to);
    // One that will not answer the goodbye.
    const deaf = await openDeaf(owner, to);
    const closed = once(socket, 'close');
    await second.close();
    const [code] = (await closed) as [number];
    expect(code).toBe(1001);
    deaf.destroy();
  });

  // The embedded database has one process.
  if (db.kind === 'embedded') return;

  describe('with several instances', () => {
    test('news of one reach the sockets at the other', async () => {
      const second = await openTestApp(db, {}, { masterKey: world.services.masterKey });
      const there = await second.listen();
      const owner = await world.signUp();
      await untilTold(owner, await open(owner, there));
      await second.close();
    });
  });
});
