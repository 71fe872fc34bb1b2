import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log/logger.ts';

interface ListenOptions {
  /** Where, and how it is encrypted. */
  server: Pick<pg.PoolConfig, 'connectionString' | 'ssl'>;
  channel: string;
  log: Logger;
  onNotice: (payload: string) => void;
  /** Listening again after a pause in which notices may have gone by. */
  onMissed: () => void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** A connection that went silently is found by asking on it. */
const CHECK_MS = 20_000;
const ANSWER_WITHIN_MS = 5_000;

/**
 * LISTENs on one connection of its own, outside of the pool, and makes a new one whenever it breaks,
 * for as long as it takes. A pooler that hands connections on between transactions cannot carry it.
 */
export function listenForNotices(options: ListenOptions): { close(): Promise<void> } {
  const { log } = options;
  const stop = new AbortController();
  const { signal } = stop;

  const running = (async () => {
    let pause = FIRST_PAUSE_MS;
    for (let first = true; !signal.aborted; first = false) {
      try {
        await listen(options, signal, () => {
          pause = FIRST_PAUSE_MS;
          if (!first) options.onMissed();
        });
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'the live connection could not be made');
      }
      if (signal.aborted) return;
      log.warn({ pause }, 'the live connection is down; trying again');
      await sleep(pause, undefined, { signal }).catch(() => {});
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  })();

  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}

/** One connection from its beginning to its end. */
async function listen(
  { server, channel, log, onNotice }: ListenOptions,
  signal: AbortSignal,
  onListening: () => void,
): Promise<void> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: server.connectionString,
    ssl: server.ssl,
    application_name: 'remit live',
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    stream: () => socket,
  });
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve);
    socket.once('close', () => resolve());
  });
  client.on('error', (error) => log.debug({ err: error }, 'the live connection broke'));
  client.on('notification', (notice) => onNotice(notice.payload ?? ''));
  const end = () => socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  let checks: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    onListening();
    checks = setInterval(() => {
      client.query('SELECT 1').catch(end);
    }, CHECK_MS);
    checks.unref();
    await ended;
  } finally {
    clearInterval(checks);
    signal.removeEventListener('abort', end);
    end();
  }
}
