import type { MessagePort } from 'node:worker_threads';

/** What the worker is started with. */
export interface WorkerSettings {
  /** The folder of PostgreSQL's files. */
  folder: string;
  /** Kilobytes of PostgreSQL's own page cache. */
  sharedBuffersKb: number;
  idleInTransactionMs: number;
  /** Time between two looks whether the database needs a checkpoint or a vacuum. */
  upkeepEveryMs: number;
}

export interface WorkerStats {
  /** Files and folders forced to disk since the start. */
  fsyncCount: number;
  sessionCount: number;
  /** Bytes of the WebAssembly memory, which only grows. */
  memoryBytes: number;
}

/** From the main thread to the worker. Requests with an id are answered once. */
export type ToWorker =
  | { kind: 'connect'; port: MessagePort }
  | { kind: 'stats'; id: number }
  | { kind: 'backup'; id: number; file: string }
  | { kind: 'close'; id: number }
  /** For tests: fail as a broken engine would. */
  | { kind: 'crash' };

/** From the worker to the main thread. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'fatal'; message: string }
  | { kind: 'warning'; message: string }
  | { kind: 'done'; id: number; value?: unknown }
  | { kind: 'failed'; id: number; message: string };
