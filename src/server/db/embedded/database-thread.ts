import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerSettings, WorkerStats } from './worker-messages.ts';

export interface ThreadOptions {
  onWarning: (message: string) => void;
  /** Called once when the thread ends although nobody closed it. */
  onFailure: (error: Error) => void;
}

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * PostgreSQL refuses a statement that nests too deeply, but counts only its own stack; the thread's,
 * 4 MB unless told, would overflow first and take the whole engine with it.
 */
const STACK_MB = 64;

/** The bundle's entry beside this file, or the source of it when run from the sources. */
function startWorker(settings: WorkerSettings): Worker {
  const entry = import.meta.url.endsWith('.ts')
    ? './worker-from-source.mjs'
    : './embedded-database.worker.js';
  return new Worker(new URL(entry, import.meta.url), {
    workerData: settings,
    execArgv: [],
    resourceLimits: { stackSizeMb: STACK_MB },
  });
}

/** The thread in which the embedded PostgreSQL runs, and the messages to and from it. */
export class DatabaseThread {
  readonly #worker: Worker;
  readonly #options: ThreadOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #exited: Promise<void>;
  #nextId = 1;
  #failure: Error | null = null;
  #closing = false;

  private constructor(settings: WorkerSettings, options: ThreadOptions) {
    this.#options = options;
    this.#worker = startWorker(settings);
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        this.#fail(new Error(`The embedded database stopped unexpectedly (exit code ${code})`));
        resolve();
      });
    });
    this.#worker.on('message', (message: FromWorker) => this.#receive(message));
    this.#worker.on('error', (error) => this.#fail(error));
  }

  /** Starts the thread; resolves when PostgreSQL has recovered and answers. */
  static async start(settings: WorkerSettings, options: ThreadOptions): Promise<DatabaseThread> {
    let ready = false;
    const thread = new DatabaseThread(settings, {
      onWarning: options.onWarning,
      onFailure: (error) => {
        if (ready) options.onFailure(error);
      },
    });
    await thread.#waitFor(0);
    ready = true;
    return thread;
  }

  openPort(): MessagePort {
    if (this.#failure !== null) throw this.#failure;
    const { port1, port2 } = new MessageChannel();
    this.#post({ kind: 'connect', port: port2 }, [port2]);
    return port1;
  }

  async stats(): Promise<WorkerStats> {
    return (await this.#request({ kind: 'stats', id: this.#nextId++ })) as WorkerStats;
  }

  async backup(file: string): Promise<void> {
    await this.#request({ kind: 'backup', id: this.#nextId++, file });
  }

  /** Waits for the transaction that runs, writes a checkpoint, and ends the thread. */
  async close(): Promise<void> {
    if (this.#closing || this.#failure !== null) {
      await this.#exited;
      return;
    }
    this.#closing = true;
    try {
      await this.#request({ kind: 'close', id: this.#nextId++ });
    } finally {
      await this.#worker.terminate();
    }
  }

  /** For tests: ends the thread as a broken engine would. */
  crash(): void {
    this.#post({ kind: 'crash' });
  }

  #request(message: Extract<ToWorker, { id: number }>): Promise<unknown> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    this.#post(message);
    return this.#waitFor(message.id);
  }

  #waitFor(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  #post(message: ToWorker, transfer: MessagePort[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        this.#settle(0)?.resolve(undefined);
        break;
      case 'done':
        this.#settle(message.id)?.resolve(message.value);
        break;
      case 'failed':
        this.#settle(message.id)?.reject(new Error(message.message));
        break;
      case 'warning':
        this.#options.onWarning(message.message);
        break;
      case 'fatal':
        this.#fail(new Error(`The embedded database stopped: ${message.message}`));
    }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #fail(error: Error): void {
    if (this.#failure !== null) return;
    this.#failure = error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
    if (!this.#closing) this.#options.onFailure(error);
  }
}
