import { readFileSync, statfsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;
const DAY_MS = 86_400_000;

/**
 * Where the databases of the tests lie: in memory where there is plenty, because everything that
 * they write is forced to disk, which would be waited for. What is forced is the same.
 */
export const DATA_PARENT = hasRoomInMemory() ? IN_MEMORY : tmpdir();

/** Removes what runs that were killed have left in memory, where it would stay. */
export async function removeLeftovers(): Promise<void> {
  if (DATA_PARENT !== IN_MEMORY) return;
  for (const name of await readdir(IN_MEMORY)) {
    if (!/^remit-(data|test|pg)-/.test(name)) continue;
    const folder = join(IN_MEMORY, name);
    // Another run may be removing its own just now.
    const found = await stat(folder).catch(() => undefined);
    const isOld = found !== undefined && Date.now() - found.mtimeMs > DAY_MS;
    if (isOld) await rm(folder, { recursive: true, force: true });
  }
}

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
