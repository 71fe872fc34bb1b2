/**
 * Runs around every test file: says what processor time the file took, and sees to it that the next
 * file of the same worker finds the process as it was.
 */
import { afterAll } from 'vitest';
import { watchLockOrder } from '../../src/server/db/lock-order.ts';
import { setBack, lookAround } from './leftovers.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Of a file: the processor time of its worker, in milliseconds, loading it included. */
    processorMs?: number;
  }
}

// This module is read anew for each file, before the file itself.
const begun = process.cpuUsage();
const before = lookAround();
watchLockOrder(true);

// vitest reads from the pattern which fixtures a hook wants.
// oxlint-disable-next-line eslint/no-empty-pattern
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage(begun);
  file.meta.processorMs = Math.round((user + system) / 1000);
  const left = setBack(before);
  if (left.length > 0)
    throw new Error(`The file leaves behind what others meet: ${left.join('; ')}`);
});
