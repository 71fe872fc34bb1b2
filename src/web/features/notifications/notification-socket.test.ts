import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SOCKET_RECONNECT_MS } from '../../../shared/notifications/live-news.ts';
import { notificationSocket } from './notification-socket.ts';

class Peer extends EventTarget {
  readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
  }
  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  say(data: unknown) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
  close() {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(origin = 'https://remit.example') {
  const peers: Peer[] = [];
  const heard: unknown[] = [];
  let reopened = 0;
  let lost = 0;
  const socket = notificationSocket({
    origin,
    onMessage: (message) => heard.push(message),
    onReopen: () => (reopened += 1),
    onLost: () => (lost += 1),
    open: (url) => {
      const peer = new Peer(url);
      peers.push(peer);
      return peer as never;
    },
  });
  socket.connect();
  return { socket, peers, heard, reopened: () => reopened, lost: () => lost };
}

it('speaks the page’s own security, and hands on only messages of the server', () => {
  expect(setUp('http://localhost:3000').peers[0]?.url).toBe(
    'ws://localhost:3000/api/ws/notifications',
  );
  const { peers, heard } = setUp();
  expect(peers[0]?.url).toBe('wss://remit.example/api/ws/notifications');
  peers[0]?.open();
  peers[0]?.say('not JSON');
  peers[0]?.say('null');
  peers[0]?.say('{"type":"other","data":{}}');
  peers[0]?.say('{"type":"notification"}');
  peers[0]?.say('{"type":"notification","data":{"id":"7"}}');
  peers[0]?.say('{"type":"notification","data":{"id":7}}');
  expect(heard).toEqual([{ type: 'notification', data: { id: 7 } }]);
});

it('makes no second connection while one is being made or open', () => {
  const { socket, peers } = setUp();
  socket.connect();
  peers[0]?.open();
  socket.connect();
  expect(peers).toHaveLength(1);
});

it('connects again three seconds after a close, as often as it takes', () => {
  const { peers, reopened } = setUp();
  peers[0]?.open();
  expect(reopened()).toBe(0);
  peers[0]?.close();
  vi.advanceTimersByTime(SOCKET_RECONNECT_MS - 1);
  expect(peers).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(peers).toHaveLength(2);
  peers[1]?.close();
  vi.advanceTimersByTime(SOCKET_RECONNECT_MS);
  peers[2]?.open();
  expect(peers).toHaveLength(3);
  expect(reopened()).toBe(1);
});

it('tells when it has lost a connection, but not when it could not make one', () => {
  const { socket, peers, lost } = setUp();
  peers[0]?.close();
  expect(lost()).toBe(0);
  vi.advanceTimersByTime(SOCKET_RECONNECT_MS);
  peers[1]?.open();
  peers[1]?.close();
  expect(lost()).toBe(1);
  vi.advanceTimersByTime(SOCKET_RECONNECT_MS);
  peers[2]?.open();
  socket.stop();
  expect(lost()).toBe(1);
});

it('ends for good when it is stopped', () => {
  const { socket, peers } = setUp();
  peers[0]?.open();
  socket.stop();
  expect(peers[0]?.readyState).toBe(3);
  vi.advanceTimersByTime(60_000);
  socket.connect();
  expect(peers).toHaveLength(1);
});
