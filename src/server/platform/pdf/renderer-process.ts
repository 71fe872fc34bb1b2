import { fork } from 'node:child_process';
import { afterRunning } from '../../../shared/time-limits/running-time.ts';
import { PdfError } from './pdf-error.ts';
import { rendererEntry } from './renderer-location.ts';
import type { RendererMessage, RenderJob } from './renderer-messages.ts';

export type Finished = Extract<RendererMessage, { type: 'pdf' | 'svg' }>;

/** Starting takes about 0.2 s; a machine under load may take long, but not for ever. */
const START_TIMEOUT_MS = 30_000;
/** 5,000 lines take 4 s alone, and several times that on a busy machine. */
const LONG_DOCUMENT_FACTOR = 4;

/** A renderer process as the pool sees it: one job at a time, then the next. */
export interface RendererProcess {
  readonly pid: number | undefined;
  readonly busy: boolean;
  /** Documents drawn so far. */
  readonly jobs: number;
  /** Resident bytes after the last document. */
  readonly memory: number;
  /** Resolves when it is warm, rejects when it ended before that. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when it has ended. */
  readonly gone: Promise<string>;
  /** @throws PdfError */
  run(job: RenderJob): Promise<Finished>;
  /** Ends it, after the document that it is drawing. */
  retire(): void;
  end(): void;
}

interface Current {
  id: number;
  resolve: (finished: Finished) => void;
  reject: (error: PdfError) => void;
  callOffLimit: () => void;
}

export function startRenderer(timeoutMs: number): RendererProcess {
  const { file, execArgv } = rendererEntry();
  const child = fork(file, [], {
    execArgv,
    serialization: 'advanced',
    // Nothing of the server's settings, and so none of its secrets, reaches the renderer.
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let current: Current | undefined;
  let [jobs, memory, retiring] = [0, 0, false];
  let complaints = '';
  let whyEnded: PdfError | undefined;
  const end = () => void child.kill('SIGKILL');

  child.stderr?.on('data', (data) => {
    complaints = `${complaints}${data}`.slice(-2_000);
  });

  const gone = new Promise<string>((resolve) => {
    const ended = (reason: string) => resolve(`${reason} ${complaints}`.trim());
    child.on('error', (error) => ended(String(error)));
    child.on('exit', (code, signal) => ended(signal ?? `exit code ${code}`));
  });
  void gone.then(() => {
    const died = 'The document could not be created right now. Please try again.';
    settle()?.reject(whyEnded ?? new PdfError('renderer_died', died));
  });

  const ready = new Promise<void>((resolve, reject) => {
    const callOffLimit = afterRunning(START_TIMEOUT_MS, end);
    child.once('message', () => {
      callOffLimit();
      child.on('message', received);
      resolve();
    });
    void gone.then((reason) => {
      callOffLimit();
      reject(new Error(reason));
    });
  });
  ready.catch(() => undefined);

  function settle(): Current | undefined {
    const settled = current;
    current = undefined;
    settled?.callOffLimit();
    return settled;
  }

  function received(message: RendererMessage): void {
    if (message.type === 'ready' || message.id !== current?.id) return;
    jobs += 1;
    memory = message.memory;
    const job = settle();
    if (message.type === 'failed') {
      const error = new PdfError('document_invalid', 'This document could not be laid out.');
      // For the log only: it names files.
      error.cause = message.message;
      job?.reject(error);
    } else {
      job?.resolve(message);
    }
    if (retiring) end();
  }

  return {
    pid: child.pid,
    get busy() {
      return current !== undefined;
    },
    get jobs() {
      return jobs;
    },
    get memory() {
      return memory;
    },
    ready,
    gone,
    run(job) {
      const limit = job.quick ? timeoutMs : timeoutMs * LONG_DOCUMENT_FACTOR;
      return new Promise((resolve, reject) => {
        const callOffLimit = afterRunning(limit, () => {
          const seconds = Math.round(limit / 100) / 10;
          whyEnded = new PdfError('timeout', `Drawing the document took longer than ${seconds} s.`);
          // Native code cannot be interrupted; a stopped process does not hear anything less.
          end();
        });
        current = { id: job.id, resolve, reject, callOffLimit };
        child.send(job, (error) => {
          if (error) end();
        });
      });
    },
    retire() {
      retiring = true;
      if (!current) end();
    },
    end,
  };
}
