/** How news come to an open page, by a socket or by asking again. Apart from the contract, which checks. */

/** A message of the socket; 'notification' says that the list and the count have changed. */
export interface SocketMessage {
  type: 'notification';
  data: { id?: number | undefined };
}

/** What a text from the socket says, or undefined for what is none of its messages. */
export function socketMessage(text: string): SocketMessage | undefined {
  let message: { type?: unknown; data?: { id?: unknown } | null } | null;
  try {
    message = JSON.parse(text) as typeof message;
  } catch {
    return undefined;
  }
  if (message?.type !== 'notification' || typeof message.data !== 'object' || !message.data) {
    return undefined;
  }
  const { id } = message.data;
  if (id === undefined) return { type: 'notification', data: {} };
  return typeof id === 'number' ? { type: 'notification', data: { id } } : undefined;
}

/** Where the socket is. */
export const SOCKET_PATH = '/api/ws/notifications';
/** Milliseconds from a socket's close to the next attempt. */
export const SOCKET_RECONNECT_MS = 3_000;
/** Milliseconds between two polls of list and count. */
export const NOTIFICATION_POLL_MS = 30_000;
