import type { SocketMessage } from '../../../shared/notifications/live-news.ts';
import {
  SOCKET_PATH,
  SOCKET_RECONNECT_MS,
  socketMessage,
} from '../../../shared/notifications/live-news.ts';

/** The part of a browser's WebSocket that is used here. */
type Socket = Pick<WebSocket, 'readyState' | 'close' | 'addEventListener'>;

export interface NotificationSocketOptions {
  /** Of the page, such as 'https://remit.example'. */
  origin: string;
  onMessage: (message: SocketMessage) => void;
  /** It is open again after a pause in which something may have gone by. */
  onReopen: () => void;
  /** It was open and is not any more, through no doing of ours. */
  onLost: () => void;
  open?: (url: string) => Socket;
}

export interface NotificationSocket {
  /** Does nothing while a connection is being made or open. */
  connect(): void;
  /** Ends it for good. */
  stop(): void;
}

const CONNECTING = 0;
const OPEN = 1;

/** Keeps one connection to the server's news, and makes a new one three seconds after each close. */
export function notificationSocket(options: NotificationSocketOptions): NotificationSocket {
  const { onMessage, onReopen, onLost, open = (url) => new WebSocket(url) } = options;
  const url = `${options.origin.replace(/^http/, 'ws')}${SOCKET_PATH}`;
  let socket: Socket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let openedBefore = false;
  let stopped = false;

  const connect = () => {
    if (stopped) return;
    if (socket && (socket.readyState === CONNECTING || socket.readyState === OPEN)) return;
    clearTimeout(timer);
    const made = open(url);
    socket = made;
    let wasOpen = false;
    made.addEventListener('open', () => {
      wasOpen = true;
      if (openedBefore) onReopen();
      openedBefore = true;
    });
    made.addEventListener('message', (event) => {
      const message = socketMessage(String(event.data));
      if (message && !stopped) onMessage(message);
    });
    made.addEventListener('error', () => {
      // oxlint-disable-next-line eslint/no-console -- specified: socket errors are only logged
      if (!stopped) console.warn('The connection for live notifications failed.');
    });
    made.addEventListener('close', () => {
      if (stopped) return;
      timer = setTimeout(connect, SOCKET_RECONNECT_MS);
      if (wasOpen) onLost();
    });
  };

  return {
    connect,
    stop() {
      stopped = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
