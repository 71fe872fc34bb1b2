import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { SocketMessage } from '../../../shared/notifications/live-news.ts';
import { SOCKET_PATH } from '../../../shared/notifications/live-news.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import type { ResolveSession } from '../../platform/http/api-routes.ts';
import type { Services } from '../../platform/http/services.ts';
import { refuseForeignSocket } from '../../platform/http/web-sockets.ts';
import type { LiveBus } from '../../platform/live/live-bus.ts';
import { openLiveBus } from '../../platform/live/live-bus.ts';
import { createSocketHub } from '../../platform/live/socket-hub.ts';
import { liveSessions } from '../accounts/index.ts';

export interface NotificationSocketOptions {
  resolveSession: ResolveSession;
  /** Between two looks at peers and sessions, for tests. */
  heartbeatMs?: number | undefined;
}

const formatMessage = (id: number | undefined): string =>
  JSON.stringify({
    type: 'notification',
    data: id === undefined ? {} : { id },
  } satisfies SocketMessage);

/**
 * The socket that tells a signed-in owner's pages to read their notifications again. It carries ids
 * and no content, so what a page sees is always checked by the call that reads it.
 */
export function registerNotificationSocket(
  app: FastifyInstance,
  { db, clock, log, appUrl }: Pick<Services, 'db' | 'clock' | 'log' | 'appUrl'>,
  { resolveSession, heartbeatMs }: NotificationSocketOptions,
): void {
  const hub = createSocketHub({
    log,
    liveSessions: (ids) => liveSessions(db.pool, clock, ids),
    heartbeatMs,
  });
  let bus: LiveBus | undefined;
  // Only who listens has sockets to tell.
  app.addHook('onListen', async () => {
    bus = openLiveBus(db, log, {
      news: ({ businessId, id }) => hub.send(businessId, formatMessage(id)),
      missed: () => hub.broadcast(formatMessage(undefined)),
    });
  });
  app.addHook('preClose', async () => {
    await Promise.all([hub.close(), bus?.close()]);
  });

  const actors = new WeakMap<object, Actor>();
  app.get(
    SOCKET_PATH,
    {
      websocket: true,
      preValidation: async (request, reply) => {
        if (!request.ws) {
          reply.header('upgrade', 'websocket');
          throw new AppError('BAD_REQUEST', 'This address is a web socket');
        }
        refuseForeignSocket(request, appUrl());
        const actor = await resolveSession(request);
        if (!actor) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
        if (!hub.hasRoom(actor.businessId)) {
          throw new AppError('TOO_MANY_REQUESTS', 'Too many pages are open at once');
        }
        actors.set(request, actor);
      },
    },
    (socket, request) => {
      const actor = actors.get(request);
      if (!actor || !hub.add(socket, actor)) socket.close(1013, 'too many pages are open at once');
    },
  );
}
