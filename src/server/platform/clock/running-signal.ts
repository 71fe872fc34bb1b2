import { afterRunning } from '../../../shared/time-limits/running-time.ts';

/** Aborts after `ms` milliseconds in which this process could run, as `AbortSignal.timeout` does. */
export function createTimeoutSignal(ms: number): AbortSignal {
  const limit = new AbortController();
  afterRunning(ms, () => limit.abort(new DOMException('It took too long', 'TimeoutError')));
  return limit.signal;
}
