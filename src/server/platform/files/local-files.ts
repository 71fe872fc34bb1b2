import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Stored files by key, such as 'logos/0b9f….png'. */
export interface LocalFiles {
  /** undefined when there is no such file. */
  read(key: string): Promise<Buffer | undefined>;
  write(key: string, bytes: Buffer): Promise<void>;
}

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/** Files below `{dataDir}/files`. A key has no way out of the folder: its alphabet has none. */
export function openLocalFiles(dataDir: string): LocalFiles {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new TypeError(`Not a file key: ${key}`);
    return join(dataDir, 'files', key);
  };
  return {
    async read(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async write(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Renamed into place, so that a reader never sees half a file.
      const draft = `${path}.${process.pid}.part`;
      await writeFile(draft, bytes, { mode: 0o600 });
      await rename(draft, path);
    },
  };
}
