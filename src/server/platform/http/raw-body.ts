import type { FastifyInstance } from 'fastify';
import { EVENT_BODY_LIMIT } from './request-limits.ts';

/** A signed body is checked byte for byte: within this scope nothing is parsed. */
export function acceptRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  scope.addHook('onRoute', (route) => {
    route.bodyLimit = EVENT_BODY_LIMIT;
  });
}
