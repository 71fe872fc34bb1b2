import { vi } from 'vitest';
import { PATIENCE } from '../../../patience.ts';

/** What is asked for again and again until it is there; unlike `eventually`, in a hook as well. */
export const soon = <T>(ask: () => Promise<T | undefined | false>): Promise<T> =>
  vi.waitUntil(ask, { timeout: PATIENCE.poll, interval: 50 }) as Promise<T>;
