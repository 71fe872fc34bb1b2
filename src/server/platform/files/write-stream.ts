import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** More came than was allowed; nothing of it was kept. */
export class TooManyBytesError extends Error {}

export interface Written {
  size: number;
  md5: string;
}

/**
 * Writes what comes to disk and renames it into place when it is whole, so that a reader never sees
 * half a file and a transfer that breaks off leaves nothing.
 * @param draftFolder on the same disk as the file
 * @param fits is asked of every piece that comes, by its bytes
 * @param nameFor the file's path, in a folder that is there; it may depend on what was written
 * @throws TooManyBytesError
 */
export async function writeStream(
  sources: Iterable<Readable> | AsyncIterable<Readable>,
  draftFolder: string,
  fits: (bytes: number) => boolean,
  nameFor: (written: Written) => string,
): Promise<Written> {
  await mkdir(draftFolder, { recursive: true, mode: 0o700 });
  const draft = `${draftFolder}/${randomBytes(8).toString('hex')}.draft`;
  const hash = createHash('md5');
  let size = 0;
  try {
    const handle = await open(draft, 'wx', 0o600);
    await handle.close();
    for await (const source of sources) {
      const count = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length;
          if (!fits(chunk.length)) {
            done(new TooManyBytesError());
            return;
          }
          hash.update(chunk);
          done(null, chunk);
        },
      });
      await pipeline(source, count, createWriteStream(draft, { flags: 'a' }));
    }
    await sync(draft);
    const written = { size, md5: hash.digest('hex') };
    const path = nameFor(written);
    await rename(draft, path);
    await sync(dirname(path));
    return written;
  } finally {
    await rm(draft, { force: true });
  }
}

/** For a file that is alone in its place. */
export function upTo(maxBytes: number): (bytes: number) => boolean {
  let left = maxBytes;
  return (bytes) => {
    left -= bytes;
    return left >= 0;
  };
}

/** To the disk itself: what was answered as stored outlives a power cut. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
