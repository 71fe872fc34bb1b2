import { ORPCError, ValidationError } from '@orpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../../shared/errors/app-error.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { sqlState } from '../../db/constraint-errors.ts';
import { hasNoRoom } from '../../db/disk-full.ts';
import { changedMeanwhile, ConcernsOthersError } from '../../db/lock-order.ts';
import type { Logger } from '../log/logger.ts';
import { describeIssues } from './describe-issues.ts';

export interface ErrorAnswer {
  status: number;
  body: ErrorBody;
}

const INTERNAL: ErrorBody = {
  code: 'INTERNAL',
  message: 'Something went wrong on our side. Nothing was saved. Try again in a moment.',
};

/**
 * The one place where errors become answers: known ones speak, unknown ones are logged and silent.
 * @param bodyLimit bytes that the call takes, told where a body had more
 */
export function errorAnswer(error: unknown, log: Logger, bodyLimit?: number): ErrorAnswer {
  if (error instanceof AppError) return { status: error.status, body: error.toBody() };
  // Outside of a transaction, such as a preview: nothing begins anew there.
  if (error instanceof ConcernsOthersError) return errorAnswer(changedMeanwhile(), log);
  if (error instanceof ORPCError) {
    if (error.cause instanceof AppError) return errorAnswer(error.cause, log);
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
      return validationAnswer(error.cause.issues);
    }
    if (error.code === 'BAD_REQUEST') {
      return {
        status: 400,
        body: { code: 'BAD_REQUEST', message: 'The request is not valid JSON' },
      };
    }
  }
  const known = requestError(error, bodyLimit);
  if (known) return known;
  if (sqlState(error) === CHARACTER_NOT_IN_REPERTOIRE) {
    const message = 'The request has a character that cannot be stored';
    return { status: 400, body: { code: 'BAD_REQUEST', message } };
  }
  if (hasNoRoom(error)) {
    log.error({ err: error }, 'the disk is full');
    return { status: 503, body: NO_ROOM };
  }
  if (isUnreachable(error)) {
    log.error({ err: error }, 'the database does not answer');
    return { status: 503, body: UNREACHABLE };
  }
  log.error({ err: error }, 'request failed');
  return { status: 500, body: INTERNAL };
}

/** When to come back after a refusal that passes, for the header 'Retry-After', in seconds. */
export function retryAfter({ status, body }: ErrorAnswer): number | undefined {
  if (typeof body.retryAfter === 'number') return body.retryAfter;
  return status === 503 ? BUSY_SECONDS : undefined;
}

const BUSY_SECONDS = 5;

/** Sends an error as JSON; a refusal that passes says when to come back. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const answer = errorAnswer(error, request.log, request.routeOptions.bodyLimit);
  const seconds = retryAfter(answer);
  if (seconds !== undefined) reply.header('retry-after', seconds);
  return reply.code(answer.status).header('cache-control', 'no-store').send(answer.body);
}

const UNREACHABLE: ErrorBody = {
  code: 'BUSY',
  message: 'The database is not responding right now. Try again in a moment.',
};

/** A NUL in a text, above all: contracts drop it, and this is for what has none. */
const CHARACTER_NOT_IN_REPERTOIRE = '22021';

const NO_ROOM: ErrorBody = {
  code: 'BUSY',
  message: 'There is no room left on the server. Nothing was saved.',
};

const WORDS_OF_A_LOST_CONNECTION =
  /^Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/;

/**
 * Connection exceptions (class 08), too many connections (53300), the server's shutting down and
 * starting up (57P0x), a statement or a lock or a transaction that took too long (57014, 55P03,
 * 25P03).
 */
const STATES_OF_A_BUSY_DATABASE = /^(08...|53300|57P0.|57014|55P03|25P03)$/;

/** Whether the database did not answer, or not in time, by its own words or the driver's. */
export function isUnreachable(error: unknown): boolean {
  return someCause(
    error,
    (at, code) =>
      STATES_OF_A_BUSY_DATABASE.test(code) ||
      ('syscall' in at && /^(connect|read|write)$/.test(String(at.syscall))) ||
      WORDS_OF_A_LOST_CONNECTION.test(at.message),
  );
}

function someCause(error: unknown, is: (at: Error, code: string) => boolean): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    if (is(at, 'code' in at && typeof at.code === 'string' ? at.code : '')) return true;
  }
  return false;
}

function validationAnswer(issues: ValidationError['issues']): ErrorAnswer {
  const fields = describeIssues(issues);
  const message = fields[0]?.message ?? 'The request is not valid';
  return { status: 400, body: { code: 'VALIDATION', message, fields } };
}

const formatSize = (bytes: number) =>
  bytes < 1024 ** 2 ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / 1024 ** 2)} MB`;

/** Fastify's own refusals: a body too large, JSON that cannot be read, a wrong content type. */
function requestError(error: unknown, bodyLimit?: number): ErrorAnswer | undefined {
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown };
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return undefined;
  if (statusCode === 413) {
    const most =
      bodyLimit === undefined ? '' : `: at most ${formatSize(bodyLimit)} can be sent here`;
    return { status: 413, body: { code: 'TOO_LARGE', message: `The request is too large${most}` } };
  }
  if (statusCode === 429) {
    return {
      status: 429,
      body: { code: 'TOO_MANY_REQUESTS', message: 'Too many attempts. Try again in a minute.' },
    };
  }
  if (code === 'FST_ERR_BAD_URL') {
    return { status: 400, body: { code: 'BAD_REQUEST', message: 'The address is not valid' } };
  }
  if (statusCode === 415) {
    return {
      status: 415,
      body: {
        code: 'BAD_REQUEST',
        message: 'Send the request as application/json, not compressed',
      },
    };
  }
  const json = typeof code === 'string' && code.startsWith('FST_ERR_CTP');
  return {
    status: statusCode,
    body: {
      code: 'BAD_REQUEST',
      message:
        json || statusCode === 400 ? 'The request is not valid JSON' : 'The request was refused',
    },
  };
}
