import type { Logger } from '../log/logger.ts';

/**
 * Runs work now and then again after each interval, one run at a time, until stopped. For work that
 * is safe to run twice and on many instances at once; a failed run is logged and tried next time.
 */
export function repeat(
  name: string,
  intervalMs: number,
  work: () => Promise<number>,
  log: Logger,
): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const run = async () => {
    try {
      const count = await work();
      if (count > 0) log.info({ job: name, count }, 'job done');
    } catch (error) {
      log.error({ err: error, job: name }, 'job failed');
    }
    if (!stopped) {
      timer = setTimeout(() => void run(), intervalMs);
      timer.unref();
    }
  };
  void run();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
