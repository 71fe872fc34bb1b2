import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { sampleDocument } from '../../../../test/pdf/sample-document.ts';
import { startStopwatch } from '../../../../test/time/stopwatch.ts';
import { waitAtMost } from '../../../shared/time-limits/running-time.ts';
import type { PdfEngine, PdfEngineOptions } from './open-pdf-engine.ts';
import { openPdfEngine } from './open-pdf-engine.ts';
import { PdfError } from './pdf-error.ts';
import type { RenderJob } from './renderer-messages.ts';
import { openRendererPool } from './renderer-pool.ts';
import type { Finished, RendererProcess } from './renderer-process.ts';

const createdAt = new Date('2026-11-20T10:00:00Z');
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close();
});

async function open(options: PdfEngineOptions): Promise<PdfEngine> {
  const engine = openPdfEngine(options);
  opened.push(engine);
  await engine.ready();
  return engine;
}

/** More lines than a short document has. */
const LONG = 400;

let drawings = 0;
/** No two alike, or they would be drawn once. */
const draw = (engine: PdfEngine, lines: number) =>
  engine.pdf(sampleDocument(lines, { number: `INV-${(drawings += 1)}` }), { createdAt });
const catchReason = (drawing: Promise<unknown>) =>
  drawing.then(
    () => 'drawn',
    (error: unknown) => (error instanceof PdfError ? error.reason : String(error)),
  );
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition).toBe(true);
}

describe('a renderer on demand', () => {
  it('comes for a long document, and goes when it is idle; the kept one stays', async () => {
    const engine = await open({ processes: 2, kept: 1, idleMs: 300 });
    const kept = engine.processIds();
    expect(kept).toHaveLength(1);
    expect(await catchReason(draw(engine, 3))).toBe('drawn');
    expect(engine.processIds()).toEqual(kept);
    for (let round = 0; round < 2; round += 1) {
      expect(await catchReason(draw(engine, LONG))).toBe('drawn');
      expect(engine.processIds()).toHaveLength(2);
      await until(() => engine.processIds().length === 1);
      expect(engine.processIds()).toEqual(kept);
    }
  });

  it('comes when more is asked for than one draws at a time', async () => {
    const engine = await open({ processes: 2, kept: 1 });
    const drawn = await Promise.all(Array.from({ length: 6 }, () => catchReason(draw(engine, 40))));
    expect(new Set(drawn)).toEqual(new Set(['drawn']));
    expect(engine.processIds()).toHaveLength(2);
  });
});

describe('a renderer in trouble', () => {
  it('that dies in the middle of a document is replaced', async () => {
    const engine = await open({ processes: 1 });
    const [pid = 0] = engine.processIds();
    // Stopped first, so that it cannot be ready before it dies.
    process.kill(pid, 'SIGSTOP');
    const drawing = catchReason(draw(engine, LONG));
    process.kill(pid, 'SIGKILL');
    expect(await drawing).toBe('renderer_died');
    expect((await draw(engine, 3)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(engine.processIds()).not.toContain(pid);
  });

  it('that hangs is ended at the time limit and replaced', async () => {
    const engine = await open({ processes: 1, timeoutMs: 3_000 });
    const [pid = 0] = engine.processIds();
    process.kill(pid, 'SIGSTOP');
    const drawing = draw(engine, 3).catch((reason: unknown) => reason);
    // The limit of those that are not told one is five times as long.
    const error = await waitAtMost(12_000, drawing, () => 'late');
    expect(error).toMatchObject({ reason: 'timeout', code: 'BUSY', status: 503 });
    await until(() => !isAlive(pid));
    expect(await catchReason(draw(engine, 3))).toBe('drawn');
  });

  it('that dies while it has nothing to do is replaced before it is missed', async () => {
    const engine = await open({ processes: 1 });
    const [pid = 0] = engine.processIds();
    process.kill(pid, 'SIGKILL');
    await until(() => engine.processIds().some((other) => other !== pid));
    expect(await catchReason(draw(engine, 1))).toBe('drawn');
  });

  it('does not take the document of another one with it', async () => {
    const engine = await open({ processes: 2 });
    const long = catchReason(draw(engine, LONG));
    expect(await catchReason(draw(engine, 1))).toBe('drawn');
    // A document without a layout is refused; its renderer lives on.
    const broken = { ...sampleDocument(1), theme: 'none' as never };
    const error = await engine.pdf(broken, { createdAt }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ reason: 'document_invalid', status: 400 });
    expect(String((error as PdfError).cause)).toContain('remit.typ');
    expect((error as PdfError).message).toBe('This document could not be laid out.');
    expect(await long).toBe('drawn');
  });
});

describe('the queue', () => {
  it('takes so many documents and no more', async () => {
    const engine = await open({ processes: 1, queueLimit: 2 });
    const reasons = await Promise.all(
      Array.from({ length: 5 }, () => catchReason(draw(engine, 20))),
    );
    expect(reasons.filter((reason) => reason === 'drawn')).toHaveLength(3);
    expect(reasons.filter((reason) => reason === 'busy')).toHaveLength(2);
    expect(await catchReason(draw(engine, 1))).toBe('drawn');
  });

  it('lets a long document hold up neither a preview nor a short one', async () => {
    const engine = await open({ processes: 2 });
    // Nothing is as long as a drawing that stands still.
    const [, forLong = 0] = engine.processIds();
    process.kill(forLong, 'SIGSTOP');
    let finished = false;
    const long = [draw(engine, LONG), draw(engine, LONG)];
    void Promise.race(long).then(() => {
      finished = true;
    });
    for (let i = 0; i < 3; i++) {
      await engine.svg(sampleDocument(10));
      await draw(engine, 10);
    }
    expect(finished).toBe(false);
    process.kill(forLong, 'SIGCONT');
    await Promise.all(long);
  });

  it('draws previews before PDFs, and drops those that nobody wants any more', async () => {
    const engine = await open({ processes: 1 });
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const superseded = new AbortController();
    const first = draw(engine, 200).then(note('first'));
    const pdf = draw(engine, 1).then(note('pdf'));
    const old = catchReason(engine.svg(sampleDocument(1), { signal: superseded.signal }));
    const preview = engine.svg(sampleDocument(1)).then(note('preview'));
    superseded.abort();
    expect(await old).toBe('cancelled');
    await Promise.all([first, pdf, preview]);
    expect(order).toEqual(['first', 'preview', 'pdf']);
    const late = engine.svg(sampleDocument(1), { signal: superseded.signal });
    expect(await catchReason(late)).toBe('cancelled');
  });
});

describe('the life of renderers', () => {
  it('ends after its share, with a warm successor in its place', async () => {
    const opening = startStopwatch();
    const engine = await open({ processes: 1, jobsPerProcess: 8 });
    const coldStart = opening();
    const [pid = 0] = engine.processIds();
    let slowest = 0;
    for (let i = 0; i < 40; i++) {
      const elapsed = startStopwatch();
      await draw(engine, 2);
      if (i > 0) slowest = Math.max(slowest, elapsed());
      await sleep(10);
    }
    await until(() => !isAlive(pid));
    expect(engine.processIds()).not.toContain(pid);
    // Waiting for a cold start would show: it alone takes longer, the more so on a busy machine.
    expect(slowest).toBeLessThan(Math.max(1_000, coldStart));
  });

  it('ends with the engine, and refuses what still waits', async () => {
    const engine = await open({ processes: 2 });
    const pids = engine.processIds();
    expect(pids).toHaveLength(2);
    // Stopped first, so that none can finish before the engine closes.
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const waiting = Array.from({ length: 6 }, () => catchReason(draw(engine, LONG)));
    await engine.close();
    expect(pids.filter(isAlive)).toEqual([]);
    for (const reason of await Promise.all(waiting))
      expect(['closed', 'renderer_died']).toContain(reason);
    expect(await catchReason(draw(engine, 1))).toBe('closed');
  });

  it('ends when the server is killed, even in the middle of a document', async () => {
    const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    const file = fileURLToPath(new URL('../../../../test/pdf/engine-owner.ts', import.meta.url));
    const server = fork(file, [], { execArgv: ['--import', loader] });
    const pids = await new Promise<number[]>((resolve) => {
      server.once('message', (message) => resolve(message as number[]));
    });
    expect(pids.filter(isAlive)).toHaveLength(2);
    server.kill('SIGKILL');
    await until(() => !pids.some(isAlive));
  });

  it.runIf(process.platform === 'linux')('stays flat in memory', async () => {
    const engine = await open({ processes: 1, jobsPerProcess: 10_000 });
    const megabytes = () => {
      const status = readFileSync(`/proc/${engine.processIds()[0]}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    };
    /** What it took after each of these documents. */
    const run = async (from: number, to: number) => {
      const taken: number[] = [];
      for (let i = from; i < to; i++) {
        const document = sampleDocument(14, { number: `INV-${i}`, notes: `Thank you ${i}` });
        await engine.pdf(document, { createdAt });
        if (i % 2 === 0) await engine.svg(document);
        taken.push(megabytes());
      }
      return taken;
    };
    // Fonts and the engine's own caches fill up first.
    await run(0, 140);
    // Garbage lies about for longer where the processors are busy: what a leak lifts is the least.
    const before = Math.max(...(await run(140, 150)));
    await run(150, 240);
    const after = Math.min(...(await run(240, 250)));
    expect(after - before).toBeLessThan(27);
    expect(after).toBeLessThan(350);
  });
});

describe('renderers that cannot be started', () => {
  const job = { id: 1, kind: 'pdf', quick: true } as RenderJob;
  const asker = () => ({ rank: 'owner', key: '' }) as const;

  /** A process that never was: fails to start for the first `failures` times. */
  function starter(failures: number) {
    let starts = 0;
    const start = (): RendererProcess => {
      starts += 1;
      const broken = starts <= failures;
      return {
        pid: undefined,
        busy: false,
        jobs: 0,
        memory: 0,
        ready: broken ? Promise.reject(new Error('no font')) : Promise.resolve(),
        gone: broken ? Promise.resolve('exit code 1') : new Promise(() => undefined),
        run: async () => ({ type: 'pdf', id: 1 }) as Finished,
        retire: () => undefined,
        end: () => undefined,
      };
    };
    return { start, count: () => starts };
  }
  const options = {
    processes: 1,
    jobsPerProcess: 10,
    queueLimit: 5,
    log: undefined,
  };

  it('are tried again, and the document that waited is drawn', async () => {
    const { start, count } = starter(2);
    const pool = openRendererPool({ ...options, start });
    expect(await pool.run(job, asker)).toMatchObject({ type: 'pdf' });
    expect(count()).toBe(3);
  });

  it('are told to those who wait, instead of letting them wait', async () => {
    const { start, count } = starter(1_000);
    const pool = openRendererPool({ ...options, start });
    expect(await catchReason(pool.run(job, asker))).toBe('unavailable');
    expect(await catchReason(pool.run(job, asker))).toBe('unavailable');
    expect(count()).toBeLessThan(6);
    await Promise.race([pool.close(), sleep(1_000)]);
  });
});
