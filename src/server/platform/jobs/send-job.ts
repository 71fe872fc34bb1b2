import type { Queryable } from '../../db/database.ts';
import { afterCommit } from '../../db/with-transaction.ts';
import { makeQueues, runIn, sendingBoss } from './boss.ts';
import type { JobQueue } from './job-queue.ts';

const runners = new Set<() => void>();

/** Workers of this process, which look for work at once when a transaction has sent some. */
export function onJobSent(wake: () => void): () => void {
  runners.add(wake);
  return () => runners.delete(wake);
}

/**
 * Sends a job in the caller's transaction: it is there when that commits, and only then.
 * @param tx of withTransaction
 */
export async function sendJob<T extends object>(
  tx: Queryable,
  queue: JobQueue<T>,
  data: T,
  options: { afterSeconds?: number } = {},
): Promise<void> {
  const boss = await sendingBoss();
  const { afterSeconds = 0 } = options;
  const send = () =>
    boss.send(queue.name, queue.data.parse(data), {
      db: { executeSql: runIn(tx) },
      ...(afterSeconds > 0 ? { startAfter: Math.ceil(afterSeconds) } : {}),
      ...toQueueSettings(queue),
    });
  if ((await send()) === null) {
    // Nobody has worked on this kind yet: its queue is made by the first job.
    await makeQueues(tx, [queue.name]);
    if ((await send()) === null) throw new Error(`the job '${queue.name}' could not be sent`);
  }
  afterCommit(tx, () => {
    for (const wake of runners) wake();
  });
}

function toQueueSettings({
  retries = 0,
  retrySeconds = 60,
  timeoutSeconds = 900,
}: JobQueue<object>) {
  return {
    retryLimit: retries,
    retryDelay: retrySeconds,
    retryBackoff: retries > 0,
    expireInSeconds: timeoutSeconds,
  };
}
