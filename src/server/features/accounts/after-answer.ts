import { waitAtMost } from '../../../shared/time-limits/running-time.ts';
import type { Logger } from '../../platform/log/logger.ts';

/** What a stop waits for a mail server; who misses a message can ask for it again. */
const DRAIN_MS = 10_000;

export interface AfterAnswer {
  /** Does it once the answer is on its way; when it fails, the log says `failed`. */
  run(failed: string, work: () => Promise<void>): void;
  /** Resolves when everything handed over so far is done or has failed, or takes too long. */
  drain(): Promise<void>;
}

/**
 * Work that the answer must not wait for, so that its time does not tell whether an address has an
 * account, and a slow mail server holds nobody up.
 */
export function afterAnswer(log: Logger): AfterAnswer {
  const pending = new Set<Promise<void>>();
  return {
    run(failed, work) {
      const running = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, failed))
        .finally(() => pending.delete(running));
      pending.add(running);
    },
    async drain() {
      const done = async () => {
        while (pending.size > 0) await Promise.all(pending);
      };
      await waitAtMost(DRAIN_MS, done(), () => {
        log.warn({ messages: pending.size }, 'stopping before all messages were sent');
      });
    },
  };
}
