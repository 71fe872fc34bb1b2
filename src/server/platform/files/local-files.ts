import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock } from '../clock/clock.ts';
import { deriveKey } from '../secrets/master-key.ts';
import type { FileStore, PartPlace, StoredPart } from './file-store.ts';
import { ADDRESS_SECONDS, checkedKey, INCOMING } from './file-store.ts';
import { PartRooms } from './part-room.ts';
import type { Grant } from './signed-path.ts';
import { readGrant, signPath } from './signed-path.ts';
import type { Written } from './write-stream.ts';
import { upTo, writeStream } from './write-stream.ts';

/** The local store, and what its own transfer addresses need beside that of any store. */
export interface LocalFiles extends FileStore {
  readGrant(key: string, query: Record<string, unknown>): Grant | undefined;
  /**
   * Takes the bytes of a file or a part.
   * @returns their ETag, or undefined when there is no such transfer (any more)
   * @throws TooManyBytesError
   */
  receive(grant: Grant, body: Readable): Promise<string | undefined>;
}

const UPLOAD_ID = /^[0-9a-f]{32}$/;
/** Number, MD5 and bytes stand in the name: thousands of parts are listed without a look at each. */
const PART = /^(\d{1,5})-([0-9a-f]{32})-(\d{1,15})$/;

/** Files below `{dataDir}/files`; parts of those on their way below `{dataDir}/files/.parts`. */
export function openLocalFiles(dataDir: string, masterKey: Buffer, clock: Clock): LocalFiles {
  const root = join(dataDir, 'files');
  const drafts = join(root, '.drafts');
  const secret = deriveKey(masterKey, 'addresses of file transfers');
  const resolvePath = (key: string) => join(root, checkedKey(key));
  const resolvePartsFolder = (uploadId: string) => {
    if (!UPLOAD_ID.test(uploadId)) throw new TypeError('Not an id of a transfer');
    return join(root, '.parts', uploadId);
  };
  const until = () => clock.now().getTime() + ADDRESS_SECONDS * 1000;

  async function listParts(uploadId: string): Promise<StoredPart[] | undefined> {
    const names = await unlessMissing(readdir(resolvePartsFolder(uploadId)));
    if (!names) return undefined;
    const parts: StoredPart[] = [];
    for (const name of names) {
      const [, number, md5, size] = PART.exec(name) ?? [];
      if (number) {
        parts.push({ partNumber: Number(number), size: Number(size), etag: `"${md5}"` });
      }
    }
    return parts.toSorted((a, b) => a.partNumber - b.partNumber);
  }

  const rooms = new PartRooms(listParts);

  async function receivePart({ uploadId, partNumber }: PartPlace, max: number, body: Readable) {
    const receipt = await rooms.receive(uploadId, partNumber, max);
    if (!receipt) return undefined;
    const folder = resolvePartsFolder(uploadId);
    let written: Written | undefined;
    try {
      written = await unlessMissing(
        writeStream([body], drafts, receipt.fits, ({ md5, size }) =>
          join(folder, partName({ partNumber, size, etag: `"${md5}"` })),
        ),
      );
    } finally {
      receipt.end(written?.size);
    }
    if (!written) return undefined;
    const etag = `"${written.md5}"`;
    // A part that was sent again takes the place of what was there.
    for (const part of (await listParts(uploadId)) ?? []) {
      if (part.partNumber !== partNumber || part.etag === etag) continue;
      await rm(join(folder, partName(part)), { force: true });
    }
    return etag;
  }

  async function writeFile(sources: Iterable<Readable>, key: string, maxBytes: number) {
    const path = resolvePath(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return writeStream(sources, drafts, upTo(maxBytes), () => path);
  }

  return {
    transferOrigin: undefined,
    read: async (key) => unlessMissing(readFile(resolvePath(key))),
    async stream(key) {
      const handle = await unlessMissing(open(resolvePath(key)));
      if (!handle) return undefined;
      const { size } = await handle.stat();
      return { body: handle.createReadStream(), size };
    },
    size: async (key) => (await unlessMissing(stat(resolvePath(key))))?.size,
    async write(key, bytes) {
      await writeFile([Readable.from([bytes])], key, bytes.length);
    },
    delete: async (key) => rm(resolvePath(key), { force: true }),
    async move(from, to) {
      await mkdir(dirname(resolvePath(to)), { recursive: true, mode: 0o700 });
      const moved = rename(resolvePath(from), resolvePath(to)).then(() => true);
      return (await unlessMissing(moved)) ?? false;
    },

    async createMultipart(key) {
      checkedKey(key);
      const uploadId = randomBytes(16).toString('hex');
      await mkdir(resolvePartsFolder(uploadId), { recursive: true, mode: 0o700 });
      return uploadId;
    },
    async partAddress({ key, uploadId, partNumber }, maxBytes) {
      const grant = { key, part: { uploadId, partNumber }, maxBytes, expiresAt: until() };
      return { method: 'PUT', url: signPath(secret, grant), expires: ADDRESS_SECONDS };
    },
    async wholeAddress({ key, owner, contentType }, maxBytes) {
      const url = signPath(secret, { key, owner, maxBytes, expiresAt: until() });
      return {
        method: 'PUT',
        url,
        expires: ADDRESS_SECONDS,
        ...(contentType === undefined ? {} : { headers: { 'content-type': contentType } }),
      };
    },
    listParts: (_key, uploadId) => listParts(uploadId),
    async completeMultipart(key, uploadId, parts) {
      const stored = await listParts(uploadId);
      if (!stored) return 'missing';
      const has = new Map(stored.map((part) => [`${part.partNumber} ${part.etag}`, part]));
      const ascending = parts.every(
        (part, index) => index === 0 || part.partNumber > (parts[index - 1]?.partNumber ?? 0),
      );
      const known = parts.flatMap((part) => has.get(`${part.partNumber} ${part.etag}`) ?? []);
      if (parts.length === 0 || !ascending || known.length < parts.length) return 'invalid';
      const paths = known.map((part) => join(resolvePartsFolder(uploadId), partName(part)));
      try {
        await writeFile(readers(paths), key, Number.POSITIVE_INFINITY);
      } catch (error) {
        // Completed or aborted by another call meanwhile.
        if (isMissing(error)) return 'missing';
        throw error;
      }
      await rm(resolvePartsFolder(uploadId), { recursive: true, force: true });
      return 'complete';
    },
    abortMultipart: (_key, uploadId) =>
      rm(resolvePartsFolder(uploadId), { recursive: true, force: true }),
    async forgetDrafts(before) {
      const incoming = join(root, INCOMING);
      const folders = (await unlessMissing(readdir(incoming))) ?? [];
      for (const folder of [drafts, ...folders.map((name) => join(incoming, name))]) {
        for (const name of (await unlessMissing(readdir(folder))) ?? []) {
          const found = await unlessMissing(stat(join(folder, name)));
          if (found && found.mtime < before) await rm(join(folder, name), { force: true });
        }
      }
    },

    readGrant: (key, query) => readGrant(secret, key, query),
    async receive({ key, part, maxBytes }, body) {
      if (part) return receivePart({ key, ...part }, maxBytes, body);
      const { md5 } = await writeFile([body], key, maxBytes);
      return `"${md5}"`;
    },
  };
}

const partName = ({ partNumber, etag, size }: StoredPart) =>
  `${partNumber}-${etag.slice(1, -1)}-${size}`;

/** One after the other, opened when its turn comes. */
function* readers(paths: string[]): Generator<Readable> {
  for (const path of paths) yield createReadStream(path);
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
