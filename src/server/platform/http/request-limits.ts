import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../../shared/errors/app-error.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { findJsonFault } from './json-structure.ts';
import { SECURITY_HEADERS } from './security.ts';

/** Bytes of a body, where a route says nothing else: the longest record but a document. */
export const BODY_LIMIT = 64 * 1024;
/**
 * A whole invoice or estimate: 5,000 lines and the 1,000,000 characters that their descriptions may
 * have together, in any script, in UTF-8.
 */
export const DOCUMENT_BODY_LIMIT = 4 * 1024 * 1024;
/** An event of a payment provider: theirs have some kilobytes. */
export const EVENT_BODY_LIMIT = 256 * 1024;
/** Bytes of the request line and all headers together, whatever the system's settings say. */
export const HEADERS_LIMIT = 16 * 1024;

/** Longest addresses: a sign-in provider's answer, a search in a script of three bytes a letter. */
const MAX_URL = 8_000;

/** Characters of the headers that somebody reads. What nobody reads is bounded by HEADERS_LIMIT. */
const HEADER_LIMITS: Record<string, number> = {
  accept: 1_000,
  'accept-encoding': 300,
  'accept-language': 1_000,
  'content-type': 300,
  cookie: 8_000,
  host: 300,
  'if-modified-since': 100,
  'if-none-match': 1_000,
  origin: 300,
  range: 300,
  'sec-fetch-site': 100,
  'sec-websocket-extensions': 300,
  'sec-websocket-key': 100,
  'sec-websocket-protocol': 300,
  'stripe-signature': 2_000,
  'user-agent': 2_000,
  'x-forwarded-for': 1_000,
  'x-forwarded-host': 300,
  'x-forwarded-proto': 100,
};
const LIMITED = Object.entries(HEADER_LIMITS);

/**
 * What a request may bring at most, before anything reads it (decision record 24). Registered before
 * everything else that looks at requests.
 */
export function registerRequestLimits(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers, url }: FastifyRequest) => {
    if (url.length > MAX_URL) throw new AppError('BAD_REQUEST', 'The address is too long');
    for (const [name, most] of LIMITED) {
      const { length } = String(headers[name] ?? '');
      if (length > most) {
        const words = `The header ${name} is too long: at most ${most.toLocaleString('en-US')} characters`;
        throw new AppError('HEADER_TOO_LARGE', words);
      }
    }
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    (request, bytes: Buffer, done) => {
      // Clients that always name a type send it without a body as well.
      if (bytes.length === 0) {
        done(null, undefined);
        return;
      }
      const fault = findJsonFault(bytes);
      if (fault) done(fault);
      else void parse(request, bytes.toString('utf8'), done);
    },
  );
}

/** What Node refuses before there is a request, in the shape of every other refusal. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, body] = toRefusal(error.code);
  const text = JSON.stringify(body);
  if (socket.writable) {
    const headers = Object.entries({
      ...SECURITY_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
      'content-length': Buffer.byteLength(text),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status}\r\n${headers.join('')}\r\n${text}`);
  }
  socket.destroySoon();
}

function toRefusal(code: string | undefined): [status: string, body: ErrorBody] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The address and the headers are too large: at most ${HEADERS_LIMIT / 1024} kB together`;
    return ['431 Request Header Fields Too Large', { code: 'HEADER_TOO_LARGE', message }];
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const message = 'The request did not arrive in time';
    return ['408 Request Timeout', { code: 'BAD_REQUEST', message }];
  }
  return ['400 Bad Request', { code: 'BAD_REQUEST', message: 'The request is not valid HTTP' }];
}
