import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncFolder } from './sync-to-disk.ts';

interface FileStream {
  nfd?: number;
  node: unknown;
}

interface HostFileLayer {
  stream_ops: { fsync?: (stream: FileStream) => number };
  realPath(node: unknown): string;
}

interface EmscriptenModule {
  FS: { filesystems: { NODEFS?: HostFileLayer } };
}

type InitOptions = Parameters<NodeFS['init']>[1];

/**
 * PGlite's files in a folder, with the fsync that its own file layer leaves out: without it a
 * commit is acknowledged while it still lies in the memory of the operating system.
 *
 * A failed fsync must never be followed by an acknowledgement, so it goes to `onFailure`, which
 * has to end the thread.
 */
export class DurableFileSystem extends NodeFS {
  /** How many times a file or folder was forced to disk. */
  fsyncCount = 0;
  readonly #onFailure: (error: Error) => never;

  constructor(folder: string, onFailure: (error: Error) => never) {
    super(folder);
    this.#onFailure = onFailure;
  }

  override async init(pg: PGlite, options: InitOptions) {
    const { emscriptenOpts } = await super.init(pg, options);
    const addFsync = (module: EmscriptenModule) => {
      const files = module.FS.filesystems.NODEFS;
      if (files === undefined) {
        throw new Error('This version of PGlite keeps its file layer elsewhere: fsync is missing');
      }
      files.stream_ops.fsync = (stream) => {
        this.#fsync(stream, files);
        return 0;
      };
    };
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), addFsync],
        onAbort: (reason: unknown) =>
          this.#onFailure(new Error(`PostgreSQL aborted: ${String(reason)}`)),
      } as typeof emscriptenOpts,
    };
  }

  #fsync(stream: FileStream, files: HostFileLayer): void {
    try {
      if (stream.nfd !== undefined) {
        fsyncSync(stream.nfd);
      } else {
        syncFolder(files.realPath(stream.node));
      }
      this.fsyncCount += 1;
    } catch (cause) {
      this.#onFailure(new Error(`Writing to disk failed: ${(cause as Error).message}`, { cause }));
    }
  }
}
