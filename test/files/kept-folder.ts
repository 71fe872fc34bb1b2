import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const caches = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

const DAY_MS = 86_400_000;

/**
 * The folder of that name, which says what is in it, for this run and those to come; whole or not
 * there, whoever else makes it at the same time. Those that nobody has asked for since a day go.
 * @param make is given an empty folder. @returns what of it is kept
 */
export async function keepFolder(
  cacheName: string,
  name: string,
  make: (draft: string) => Promise<string>,
): Promise<string> {
  const cache = join(caches, cacheName);
  const kept = join(cache, name);
  if (existsSync(kept)) {
    const now = new Date();
    await utimes(kept, now, now);
    return kept;
  }
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'draft-'));
  await rename(await make(draft), kept).catch((error: NodeJS.ErrnoException) => {
    // Another run was first; its folder is as good.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { recursive: true, force: true });
  for (const other of await readdir(cache)) {
    const old = join(cache, other);
    // A run of another version may be copying its own just now, or renaming its draft.
    const used = await stat(old).catch(() => undefined);
    const isOld = used !== undefined && Date.now() - used.mtimeMs > DAY_MS;
    if (isOld && old !== kept) await rm(old, { recursive: true, force: true });
  }
  return kept;
}
