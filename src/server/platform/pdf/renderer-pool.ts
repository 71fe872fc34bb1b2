import { afterRunning } from '../../../shared/time-limits/running-time.ts';
import type { Asker } from './drawing-queue.ts';
import { drawingQueue } from './drawing-queue.ts';
import { PdfError } from './pdf-error.ts';
import type { RenderJob } from './renderer-messages.ts';
import type { Finished, RendererProcess } from './renderer-process.ts';

/** What the engine tells about itself; pino's logger fits. */
export interface PdfLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface PoolOptions {
  start: () => RendererProcess;
  processes: number;
  /** So many are always there; the others come when they are needed, and go when they are not. */
  kept?: number;
  /** How long one that is not kept waits for another document, in milliseconds. */
  idleMs?: number;
  jobsPerProcess: number;
  queueLimit: number;
  log: PdfLog | undefined;
}

export interface RendererPool {
  /** @throws PdfError */
  run(job: RenderJob, asker: () => Asker, signal?: AbortSignal): Promise<Finished>;
  ready(): Promise<void>;
  processIds(): number[];
  close(): Promise<void>;
}

/** A renderer above this is renewed: one huge document may have left it so. */
const MAX_MEMORY = 700_000_000;
/** Nobody waits longer than this for a document to be begun. */
const MAX_WAIT_MS = 30_000;
const IDLE_MS = 5 * 60_000;
/** Starts that fail in a row before waiting documents are told. */
const HOPELESS = 3;

interface Waiting {
  job: RenderJob;
  asker: () => Asker;
  resolve: (finished: Finished) => void;
  reject: (error: unknown) => void;
  /** From here on it can neither be late nor be given up: what has begun is finished. */
  stopWaiting: () => void;
}

interface Slot {
  /** Takes short documents only, so that a long one never stands before a preview. */
  quick: boolean;
  /** Not to be there when there is nothing to draw. */
  onDemand: boolean;
  leaving?: NodeJS.Timeout;
  renderer?: RendererProcess;
  starting?: RendererProcess;
  /** A start has failed and is tried again soon. */
  retrying?: boolean;
}

/**
 * A queue with a bound in front of a few renderer processes. The first process is for short documents
 * alone. A process that dies or hangs is replaced; one that has drawn its
 * share is replaced after its successor is warm.
 */
export function openRendererPool(options: PoolOptions): RendererPool {
  const { jobsPerProcess, log } = options;
  const processes = Math.max(1, options.processes);
  const slots: Slot[] = Array.from({ length: processes }, (_, i) => ({
    quick: i === 0 && processes > 1,
    onDemand: i >= (options.kept ?? processes),
  }));
  const alive = new Set<RendererProcess>();
  const queue = drawingQueue<Waiting>(options.queueLimit);
  let failures = 0;
  let closed = false;
  const retries = new Set<NodeJS.Timeout>();

  function start(slot: Slot): Promise<void> {
    const renderer = options.start();
    slot.starting = renderer;
    alive.add(renderer);
    void renderer.gone.then((reason) => {
      alive.delete(renderer);
      if (closed || slot.renderer !== renderer) return;
      log?.warn({ pid: renderer.pid, reason }, 'PDF renderer ended and is replaced');
      delete slot.renderer;
      if (!slot.starting && !slot.retrying) void start(slot);
    });
    return renderer.ready.then(
      () => {
        failures = 0;
        delete slot.starting;
        slot.renderer?.retire();
        slot.renderer = renderer;
        dispatch();
      },
      (error: Error) => {
        delete slot.starting;
        if (closed) return;
        failures += 1;
        log?.warn({ failures, reason: error.message }, 'PDF renderer could not be started');
        if (failures >= HOPELESS && !slots.some((other) => other.renderer)) {
          refuseAll('unavailable', 'PDFs cannot be drawn at the moment.');
        }
        return retryLater(slot);
      },
    );
  }

  const isWorn = ({ jobs, memory }: RendererProcess) =>
    jobs >= jobsPerProcess || memory > MAX_MEMORY;

  function retryLater(slot: Slot): Promise<void> {
    slot.retrying = true;
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => {
          retries.delete(timer);
          slot.retrying = false;
          resolve(start(slot));
        },
        Math.min(10_000, 100 * 2 ** failures),
      );
      retries.add(timer);
    });
  }

  function dispatch(): void {
    for (const next of queue.inOrder()) {
      const free = slots.filter((slot) => slot.renderer && !slot.renderer.busy);
      const slot = choose(free, next.job);
      if (!slot?.renderer) callUp(next.job);
      if (free.length === 0) return;
      if (!slot?.renderer) continue;
      clearTimeout(slot.leaving);
      queue.take(next);
      next.stopWaiting();
      const { renderer } = slot;
      void renderer
        .run(next.job)
        .then(next.resolve, (error: PdfError) => {
          const { reason, cause } = error;
          log?.warn({ pid: renderer.pid, reason, cause }, 'A document could not be drawn');
          next.reject(error);
        })
        .finally(() => {
          const coming = slot.starting || slot.retrying || closed;
          if (!coming && slot.renderer === renderer && isWorn(renderer)) {
            log?.info({ pid: renderer.pid, jobs: renderer.jobs }, 'PDF renderer is renewed');
            void start(slot);
          }
          if (slot.onDemand) leaveLater(slot);
          dispatch();
        });
    }
  }

  /** Starts one more for a document that has to wait, where one that suits it is not there. */
  function callUp(job: RenderJob): void {
    const absent = slots.find(
      (slot) =>
        slot.onDemand &&
        (job.quick || !slot.quick) &&
        !(slot.renderer || slot.starting || slot.retrying),
    );
    if (absent) void start(absent);
  }

  function leaveLater(slot: Slot): void {
    clearTimeout(slot.leaving);
    slot.leaving = setTimeout(() => {
      const { renderer } = slot;
      if (!renderer || renderer.busy || slot.starting) return;
      delete slot.renderer;
      renderer.end();
    }, options.idleMs ?? IDLE_MS).unref();
  }

  function choose(free: Slot[], job: RenderJob): Slot | undefined {
    if (!job.quick) return free.find((slot) => !slot.quick);
    // Previews prefer the process that still knows their last layout; PDFs leave it to them.
    return free.find((slot) => slot.quick === (job.kind === 'svg')) ?? free[0];
  }

  function refuseAll(reason: 'unavailable' | 'closed', message: string): void {
    for (const { reject, stopWaiting } of queue.clear()) {
      stopWaiting();
      reject(new PdfError(reason, message));
    }
  }

  function run(job: RenderJob, asker: () => Asker, signal?: AbortSignal): Promise<Finished> {
    if (closed) throw new PdfError('closed', 'The server is shutting down.');
    if (signal?.aborted) throw cancelled();
    if (failures >= HOPELESS && alive.size === 0) {
      throw new PdfError('unavailable', 'PDFs cannot be drawn at the moment.');
    }
    return new Promise((resolve, reject) => {
      const leave = (error: PdfError) => {
        queue.remove(entry);
        entry.stopWaiting();
        reject(error);
      };
      const abort = () => leave(cancelled());
      const callOffLimit = afterRunning(MAX_WAIT_MS, () => leave(busy()));
      const entry: Waiting = {
        job,
        asker,
        resolve,
        reject,
        stopWaiting() {
          callOffLimit();
          signal?.removeEventListener('abort', abort);
        },
      };
      signal?.addEventListener('abort', abort);
      const dropped = queue.add(entry);
      if (dropped) {
        dropped.stopWaiting();
        dropped.reject(busy());
      }
      dispatch();
    });
  }

  const started = Promise.all(slots.filter(({ onDemand }) => !onDemand).map(start));

  return {
    run: async (job, asker, signal) => run(job, asker, signal),
    ready: () => started.then(() => undefined),
    processIds: () => [...alive].flatMap(({ pid }) => pid ?? []),
    async close() {
      closed = true;
      refuseAll('closed', 'The server is shutting down.');
      for (const timer of retries) clearTimeout(timer);
      for (const { leaving } of slots) clearTimeout(leaving);
      const ending = [...alive];
      for (const renderer of ending) renderer.end();
      await Promise.all(ending.map(({ gone }) => gone));
    },
  };
}

const busy = () =>
  new PdfError('busy', 'Too many documents are being drawn. Please try again in a moment.');
const cancelled = () => new PdfError('cancelled', 'The document is no longer wanted.');
