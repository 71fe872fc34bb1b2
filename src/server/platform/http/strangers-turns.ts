import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { tooMany } from '../limits/request-limits.ts';

/** As many wait; beyond that the longest line loses its newest. */
const MOST_WAITING = 64;
/** Of the processor, what strangers' large work may take in the long run: a quarter. */
const RESTS = 3;

interface TurnOptions {
  /** Begins to measure; what is returned says how many milliseconds of processor time it took. */
  measure?: () => () => number;
  rest?: (ms: number) => Promise<unknown>;
}

/** The time that this process's thread was busy: during a piece of work that has its turn, mostly with that. */
function measureActive(): () => number {
  const before = performance.eventLoopUtilization();
  return () => performance.eventLoopUtilization(before).active;
}

/** Keeps no process from ending. */
const restFor = (ms: number) => sleep(ms, undefined, { ref: false });

interface Waiting {
  go: () => void;
  drop: (reason: Error) => void;
}

/**
 * Large work that strangers ask for: one piece at a time, in turn among those who ask, and after each
 * piece the processor is everybody else's for three times as long. Who asks for more waits longer, and
 * holds up neither owners nor other strangers.
 * @returns runs a piece of work for somebody, and says what it took in milliseconds of processor time
 */
export function strangersTurns({ measure = measureActive, rest = restFor }: TurnOptions = {}) {
  /** In the order in which they have their turns. */
  const lines = new Map<string, Waiting[]>();
  let isTaken = false;

  const next = () => {
    const [first] = lines;
    if (!first) {
      isTaken = false;
      return;
    }
    const [key, line] = first;
    lines.delete(key);
    const one = line.shift();
    if (line.length > 0) lines.set(key, line);
    one?.go();
  };

  const leave = async (ms: number) => {
    await rest(RESTS * ms);
    next();
  };

  const dropOne = () => {
    const waiting = [...lines];
    if (waiting.reduce((sum, [, { length }]) => sum + length, 0) <= MOST_WAITING) return;
    // Of several, the one whose turn is last.
    const longest = waiting.reduce((most, line) =>
      line[1].length >= most[1].length ? line : most,
    );
    const [key, line] = longest;
    line.pop()?.drop(tooMany(1_000, 'requests for long documents at the moment'));
    if (line.length === 0) lines.delete(key);
  };

  const enter = (key: string): Promise<void> => {
    if (!isTaken) {
      isTaken = true;
      return Promise.resolve();
    }
    return new Promise((go, drop) => {
      const line = lines.get(key) ?? [];
      lines.set(key, line);
      line.push({ go, drop });
      dropOne();
    });
  };

  return async <T>(key: string, work: () => Promise<T>, tell: (ms: number) => void): Promise<T> => {
    await enter(key);
    const end = measure();
    try {
      return await work();
    } finally {
      const ms = end();
      void leave(ms);
      tell(ms);
    }
  };
}
