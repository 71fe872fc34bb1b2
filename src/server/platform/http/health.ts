import type { FastifyInstance } from 'fastify';

/** `/healthz`: the process answers. `/readyz`: so does its database, at this program's schema. */
export function registerHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  const options = { logLevel: 'warn' as const };
  app.get('/healthz', options, async () => ({ status: 'ok' }));
  app.get('/readyz', options, async (request, reply) => {
    const ready = await isReady().catch((error: unknown) => {
      request.log.warn({ err: error }, 'not ready');
      return false;
    });
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
}
