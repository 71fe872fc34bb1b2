import type { FastifyInstance } from 'fastify';

/**
 * A request in the log: its path without the query, where tokens travel, and public ids cut short,
 * because they are as good as keys.
 */
export function describeRequest(request: { method: string; url: string; ip?: string }) {
  const [path = ''] = request.url.split('?');
  return {
    method: request.method,
    path: path
      .replace(/[0-9a-f]{32}/gi, (id) => `${id.slice(0, 6)}…`)
      .replace(/^\/(report|unsubscribe|calendar-feed)\/[^/]+/, '/$1/…'),
    ip: request.ip,
  };
}

/** One line for each call, when it has been answered; files of the pages only when debugging. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      req: request,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    const level = request.url.startsWith('/api/') ? 'info' : 'debug';
    request.log[level](line, 'answered');
  });
}
