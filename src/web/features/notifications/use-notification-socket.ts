import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { checkConnection } from '../../lib/connection.ts';
import { notificationSocket } from './notification-socket.ts';
import { refreshNotifications } from './use-notifications.ts';

/**
 * Listens for news while somebody is signed in. Once for a page: where the frame of all pages
 * stands.
 */
export function useNotificationSocket(userId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return;
    const refresh = () => refreshNotifications(client);
    const socket = notificationSocket({
      origin: globalThis.location.origin,
      onMessage: refresh,
      onReopen: refresh,
      onLost: () => void checkConnection(),
    });
    socket.connect();
    return () => socket.stop();
  }, [client, userId]);
}
