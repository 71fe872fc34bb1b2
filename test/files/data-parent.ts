import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Where the databases of the tests lie: in memory where there is plenty, because everything that
 * they write is forced to disk, which would be waited for. What is forced is the same.
 */
export const DATA_PARENT = hasRoomInMemory() ? IN_MEMORY : tmpdir();

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    const available = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'));
    return Math.min(bavail * bsize, Number(available?.[1]) * 1024) >= ENOUGH_BYTES;
  } catch {
    // Not Linux.
    return false;
  }
}
