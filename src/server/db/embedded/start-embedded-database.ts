import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import type { DatabaseLog } from '../database.ts';
import { DatabaseThread } from './database-thread.ts';
import { lockFolder } from './folder-lock.ts';
import { syncFile, syncFolder } from './sync-to-disk.ts';
import type { WorkerSettings, WorkerStats } from './worker-messages.ts';

export interface EmbeddedDatabase {
  /** A new connection, as a message port that speaks the PostgreSQL protocol. */
  openPort(): MessagePort;
  stats(): Promise<WorkerStats>;
  /** Writes a .tar.gz of the files; the file appears whole or not at all. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
  /** For tests: ends the thread as a broken engine would. */
  crash(): void;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: DatabaseLog;
  /** Called once when the database thread ends although nobody closed it. */
  onFailure: (error: Error) => void;
  /** A transaction that does nothing for so long holds everybody up and is rolled back. */
  idleInTransactionMs?: number;
  upkeepEveryMs?: number;
}

/** Enough for a busy small business; PostgreSQL's own 128 MB would be held for good. */
const SHARED_BUFFERS_KB = 32 * 1024;
const IDLE_IN_TRANSACTION_MS = 10_000;
const UPKEEP_EVERY_MS = 15_000;

/**
 * Starts PostgreSQL inside this process, on a thread of its own, with its files in
 * `dataDir/database`. Exactly one process may have a data folder open.
 * @throws FolderInUseError when another process has
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(
    join(dataDir, 'database.lock'),
    (pid) =>
      `Remit is already running on ${dataDir} (process ${pid}). ` +
      'Stop it first, or choose another DATA_DIR.',
  );
  try {
    const settings: WorkerSettings = {
      folder: join(dataDir, 'database'),
      sharedBuffersKb: SHARED_BUFFERS_KB,
      idleInTransactionMs: options.idleInTransactionMs ?? IDLE_IN_TRANSACTION_MS,
      upkeepEveryMs: options.upkeepEveryMs ?? UPKEEP_EVERY_MS,
    };
    await createIfMissing(settings, options.log);
    const thread = await DatabaseThread.start(settings, {
      onWarning: (message) => options.log.warn({}, message),
      onFailure: options.onFailure,
    });
    return {
      openPort: () => thread.openPort(),
      stats: () => thread.stats(),
      backup: (file) => backup(thread, file),
      crash: () => thread.crash(),
      close: async () => {
        try {
          await thread.close();
        } finally {
          lock.release();
        }
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The files of a database with all its tables and nothing in them, which the build leaves beside the
 * bundle. Run from the sources, a new database is made from nothing, which takes seconds longer.
 */
const NEW_DATABASE = fileURLToPath(new URL('new-database', import.meta.url));

/**
 * Makes a new database beside its final name, complete and on disk, and only then renames it: a
 * first start that was interrupted leaves nothing behind that looks like a database.
 */
async function createIfMissing(settings: WorkerSettings, log: DatabaseLog): Promise<void> {
  const parent = dirname(settings.folder);
  for (const name of readdirSync(parent)) {
    if (name.startsWith('database.new-')) rmSync(join(parent, name), { recursive: true });
  }
  if (existsSync(settings.folder)) return;
  log.info({ folder: settings.folder }, 'creating the embedded database');
  const unfinished = join(parent, `database.new-${process.pid}`);
  mkdirSync(unfinished, { mode: 0o700 });
  if (existsSync(NEW_DATABASE)) {
    await cp(NEW_DATABASE, unfinished, { recursive: true });
    chmodSync(unfinished, 0o700);
  } else {
    const thread = await DatabaseThread.start(
      { ...settings, folder: unfinished },
      { onWarning: (message) => log.warn({}, message), onFailure: () => {} },
    );
    await thread.close();
  }
  syncTree(unfinished);
  renameSync(unfinished, settings.folder);
  syncFolder(parent);
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncFile(path);
  }
  syncFolder(folder);
}

async function backup(thread: DatabaseThread, file: string): Promise<void> {
  const unfinished = `${file}.unfinished-${process.pid}`;
  try {
    await thread.backup(unfinished);
    await rename(unfinished, file);
    syncFolder(dirname(resolve(file)));
  } finally {
    await rm(unfinished, { force: true });
  }
}
