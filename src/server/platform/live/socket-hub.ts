import type { WebSocket } from 'ws';
import type { Logger } from '../log/logger.ts';

/** Whose socket it is. */
export interface SocketOwner {
  businessId: string;
  sessionId: string;
}

export interface SocketHub {
  /** Keeps the socket until it closes. False when this owner has too many already. */
  add(socket: WebSocket, owner: SocketOwner): boolean;
  /** Whether the owner may open one more. */
  hasRoom(businessId: string): boolean;
  /** Sends to the owner's sockets of this instance. */
  send(businessId: string, message: string): void;
  /** Sends to everybody's, a few at a time: what they do next is ask this server. */
  broadcast(message: string): void;
  /** Sockets open now. */
  size(): number;
  /** Says goodbye to all, and ends those that do not answer. */
  close(): Promise<void>;
}

export interface SocketHubOptions {
  log: Logger;
  /** Of these sessions, those that still hold. */
  liveSessions: (ids: string[]) => Promise<Set<string>>;
  /** Between two looks at peers and sessions; 25 seconds unless told. */
  heartbeatMs?: number | undefined;
}

interface Peer extends SocketOwner {
  /** Answered since the last look. */
  alive: boolean;
  /** Messages it sent since the last look: none are expected. */
  received: number;
}

const HEARTBEAT_MS = 25_000;
const SOCKETS_OF_ONE_OWNER = 50;
/** A message is some fifty bytes: who has not taken so many of them is not reading. */
const MOST_BUFFERED = 16 * 1024;
const MOST_RECEIVED = 20;
const SLICE = 50;
const SLICE_MS = 50;
const GOODBYE_MS = 1_000;

/** Close codes: RFC 6455, section 7.4.1. */
const GOING_AWAY = 1001;
const POLICY = 1008;

/** The open sockets of one instance, by owner. */
export function createSocketHub(options: SocketHubOptions): SocketHub {
  const { log, liveSessions } = options;
  const peers = new Map<WebSocket, Peer>();
  const byOwner = new Map<string, Set<WebSocket>>();
  const slices = new Set<NodeJS.Timeout>();

  const hasRoom = (businessId: string) =>
    (byOwner.get(businessId)?.size ?? 0) < SOCKETS_OF_ONE_OWNER;

  const forget = (socket: WebSocket) => {
    const peer = peers.get(socket);
    if (!peer) return;
    peers.delete(socket);
    const own = byOwner.get(peer.businessId);
    own?.delete(socket);
    if (own?.size === 0) byOwner.delete(peer.businessId);
  };

  const send = (socket: WebSocket, message: string) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MOST_BUFFERED) {
      log.info(
        { businessId: peers.get(socket)?.businessId },
        'a socket that does not read was closed',
      );
      socket.terminate();
      return;
    }
    socket.send(message);
  };

  const endSessions = async () => {
    const ids = new Set([...peers.values()].map((peer) => peer.sessionId));
    if (ids.size === 0) return;
    const live = await liveSessions([...ids]);
    for (const [socket, { sessionId }] of peers) {
      // One that was opened meanwhile was not asked for.
      if (ids.has(sessionId) && !live.has(sessionId)) socket.close(POLICY, 'signed out');
    }
  };

  const heartbeat = setInterval(() => {
    for (const [socket, peer] of peers) {
      if (!peer.alive) {
        socket.terminate();
        continue;
      }
      peer.alive = false;
      peer.received = 0;
      if (socket.readyState === socket.OPEN) socket.ping();
    }
    endSessions().catch((error: unknown) =>
      log.warn({ err: error }, 'the sessions of open sockets could not be checked'),
    );
  }, options.heartbeatMs ?? HEARTBEAT_MS);
  heartbeat.unref();

  return {
    hasRoom,
    add(socket, { businessId, sessionId }) {
      if (!hasRoom(businessId)) return false;
      const peer: Peer = { businessId, sessionId, alive: true, received: 0 };
      peers.set(socket, peer);
      const own = byOwner.get(businessId);
      if (own) own.add(socket);
      else byOwner.set(businessId, new Set([socket]));
      socket.on('pong', () => {
        peer.alive = true;
      });
      socket.on('message', () => {
        peer.received += 1;
        if (peer.received > MOST_RECEIVED) socket.terminate();
      });
      socket.on('close', () => forget(socket));
      return true;
    },
    send(businessId, message) {
      for (const socket of byOwner.get(businessId) ?? []) send(socket, message);
    },
    broadcast(message) {
      const sockets = [...peers.keys()];
      for (let from = 0; from < sockets.length; from += SLICE) {
        const slice = setTimeout(
          () => {
            slices.delete(slice);
            for (const socket of sockets.slice(from, from + SLICE)) send(socket, message);
          },
          (from / SLICE) * SLICE_MS,
        );
        slices.add(slice);
      }
    },
    size: () => peers.size,
    async close() {
      clearInterval(heartbeat);
      for (const slice of slices) clearTimeout(slice);
      const open = [...peers.keys()];
      const closed = Promise.all(
        open.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))),
      );
      for (const socket of open) socket.close(GOING_AWAY, 'the server is stopping');
      const impatient = setTimeout(() => {
        for (const socket of peers.keys()) socket.terminate();
      }, GOODBYE_MS);
      await closed;
      clearTimeout(impatient);
    },
  };
}
