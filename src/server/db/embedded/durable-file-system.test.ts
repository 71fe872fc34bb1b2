import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DurableFileSystem } from './durable-file-system.ts';

class Stopped extends Error {}

type Fsync = (stream: { nfd?: number; node: unknown }) => number;
interface Module {
  FS: { filesystems: object; mkdirTree(): void; mount(): void };
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remit-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The file layer as PGlite would use it, over a stand-in for the engine. */
async function layer(filesystems?: object): Promise<{ files: DurableFileSystem; fsync: Fsync }> {
  const files = new DurableFileSystem(folder, (error) => {
    throw new Stopped(error.message);
  });
  const { emscriptenOpts } = await files.init({} as PGlite, {});
  const host = { stream_ops: {} as { fsync: Fsync }, realPath: (node: unknown) => node };
  const module: Module = {
    FS: { filesystems: filesystems ?? { NODEFS: host }, mkdirTree() {}, mount() {} },
  };
  for (const step of emscriptenOpts.preRun as unknown as Array<(module: Module) => void>) {
    step(module);
  }
  return { files, fsync: host.stream_ops.fsync };
}

describe('DurableFileSystem', () => {
  test('forces files and folders to disk and counts them', async () => {
    const { files, fsync } = await layer();
    const file = await open(join(folder, 'file'), 'w');
    expect(fsync({ nfd: file.fd, node: null })).toBe(0);
    expect(fsync({ node: folder })).toBe(0);
    await file.close();
    expect(files.fsyncCount).toBe(2);
  });

  test('stops everything when the disk refuses, instead of going on', async () => {
    const { files, fsync } = await layer();
    expect(() => fsync({ nfd: 999_999, node: null })).toThrow(Stopped);
    expect(() => fsync({ node: join(folder, 'missing') })).toThrow(Stopped);
    expect(files.fsyncCount).toBe(0);
  });

  test('refuses to start where PGlite has moved its file layer', async () => {
    await expect(layer({})).rejects.toThrow('fsync is missing');
  });
});
