import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import { isForeign } from './security.ts';

/** Nothing is expected from the other side. */
const MOST_INCOMING = 1_024;

/**
 * Lets the addresses of `paths` become web sockets. What stays open is for its feature to close, in
 * a preClose hook of its own.
 */
export async function registerWebSockets(
  app: FastifyInstance,
  paths: readonly string[],
): Promise<void> {
  const upgrades = new EventEmitter();
  await app.register(websocket, {
    options: {
      // The plugin asks no more of a server than its 'upgrade' events.
      server: upgrades as Server,
      maxPayload: MOST_INCOMING,
      perMessageDeflate: false,
      clientTracking: false,
    },
    // The library closes such a socket itself, with the code that says why.
    errorHandler: (error, _socket, request) => {
      request.log.debug({ err: error }, 'a web socket broke');
    },
    preClose: (done) => done(),
  });
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      answerWithoutUpgrade(app.server, request, socket, head);
    } else if (closing) {
      refuse(socket, '503 Service Unavailable');
    } else if (!paths.includes(request.url?.split('?')[0] ?? '')) {
      refuse(socket, '404 Not Found');
    } else {
      upgrades.emit('upgrade', request, socket, head);
    }
  });
}

/**
 * Cookies go along with a socket that another site's page opens, and no same-origin rule keeps that
 * page from reading it.
 * @throws AppError FORBIDDEN for the page of another site
 */
export function refuseForeignSocket(request: FastifyRequest, appUrl: string): void {
  if (isForeign(request, appUrl)) {
    throw new AppError('FORBIDDEN', 'This socket was opened by another site and was refused');
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/**
 * Once somebody listens for upgrades, Node hands over every request that offers one, with its body
 * unread. Some clients offer HTTP/2 on each plain request (RFC 7540, section 3.2): theirs is read
 * again as the ordinary request that it is.
 */
function answerWithoutUpgrade(
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] ?? '';
    if (['upgrade', 'connection', 'http2-settings'].includes(name.toLowerCase())) continue;
    lines.push(`${name}: ${request.rawHeaders[at + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
