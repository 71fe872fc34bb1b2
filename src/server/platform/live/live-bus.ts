import { EventEmitter } from 'node:events';
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Database, Queryable } from '../../db/database.ts';
import { afterCommit } from '../../db/with-transaction.ts';
import type { Logger } from '../log/logger.ts';
import { listenForNotices } from './listen-for-notices.ts';

/** That an owner has news; `id` of the newest, where it is about one. What it says is read by a call. */
export interface LiveNews {
  businessId: string;
  id?: number | undefined;
}

export interface LiveHandlers {
  news: (news: LiveNews) => void;
  /** News may have been lost: whoever waits for some should look for himself. */
  missed: () => void;
}

export interface LiveBus {
  /** Stops listening. Safe to call twice. */
  close(): Promise<void>;
}

const CHANNEL = 'remit_live';

/** Actor, and the id or nothing: notices are at most 8,000 bytes, these are below sixty. */
const payloadSchema = z.tuple([z.uuid(), z.number().int().positive().nullable()]);

/** The embedded database is one process, and its LISTEN hears nothing. */
const within = new EventEmitter<{ news: [LiveNews] }>();
// One listener for each application of the process: tests build several.
within.setMaxListeners(0);

/**
 * Tells every instance of the server, once the transaction has committed and never when it has not.
 * With PostgreSQL the notice is part of the transaction; the embedded database has one process to
 * tell.
 */
export async function announce(tx: Queryable, news: readonly LiveNews[]): Promise<void> {
  if (news.length === 0) return;
  const payloads = news.map(({ businessId, id }) => JSON.stringify([businessId, id ?? null]));
  await tx.execute(sql`
    select pg_notify(${CHANNEL}, payload)
    from unnest(${sql.param(payloads)}::text[]) as payload`);
  announceWithin(tx, news);
}

/** `announce` for a statement that itself makes the news and its notice, of the id that it gives. */
export const buildNotice = (businessId: string, id: SQL): SQL =>
  sql`pg_notify(${CHANNEL}, json_build_array(${businessId}::text, ${id})::text)`;

/** The rest of `announce`, after such a statement. */
export function announceWithin(tx: Queryable, news: readonly LiveNews[]): void {
  afterCommit(tx, () => {
    for (const one of news) within.emit('news', one);
  });
}

/** Hears what any instance announces, until it is closed. Handlers must not throw. */
export function openLiveBus(
  db: Pick<Database, 'kind' | 'pool'>,
  log: Logger,
  { news, missed }: LiveHandlers,
): LiveBus {
  if (db.kind === 'embedded') {
    within.on('news', news);
    return {
      close: async () => {
        within.off('news', news);
      },
    };
  }
  return listenForNotices({
    server: db.pool.options,
    channel: CHANNEL,
    log,
    onNotice(payload) {
      const parsed = parsePayload(payload);
      if (parsed) news(parsed);
      else log.warn({ length: payload.length }, 'a notice on the live channel is not one of ours');
    },
    onMissed: missed,
  });
}

function parsePayload(payload: string): LiveNews | undefined {
  try {
    const [businessId, id] = payloadSchema.parse(JSON.parse(payload));
    return { businessId, id: id ?? undefined };
  } catch {
    return undefined;
  }
}
