import type { FastifyBaseLogger } from 'fastify';

/** Structured logs as JSON lines. Never a secret: no bodies, cookies, keys or addresses' tokens. */
export type Logger = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;
