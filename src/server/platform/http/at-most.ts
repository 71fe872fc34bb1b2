/** Lets so many pieces of work run at once; the others wait their turn. */
export function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // A place that is handed on stays taken.
      if (next) next();
      else running -= 1;
    }
  };
}

/** The same for each name: further ones of a name wait their turn, and nobody for another's. */
export function atMostForEach(
  limit: number,
): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const names = new Map<string, { turn: ReturnType<typeof atMost>; inside: number }>();
  return async (name, work) => {
    const line = names.get(name) ?? { turn: atMost(limit), inside: 0 };
    names.set(name, line);
    line.inside += 1;
    try {
      return await line.turn(work);
    } finally {
      line.inside -= 1;
      if (line.inside === 0) names.delete(name);
    }
  };
}

/**
 * Work of one name runs in the order in which it was asked for, one after the other. What has run for
 * `patienceMs` gives way to the next one alone, however many wait; who has waited for `waitMs` is
 * refused. This saves work that would get in each other's way, and forbids none.
 */
export function oneAfterAnother(
  { patienceMs, waitMs }: { patienceMs: number; waitMs: number },
  refuse: () => Error,
): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  /** Of each name, when the last in its line has given way. */
  const last = new Map<string, Promise<void>>();
  return async (name, work) => {
    const before = last.get(name);
    const { promise: way, resolve: giveWay } = defer();
    last.set(name, way);
    const leave = () => {
      giveWay();
      if (last.get(name) === way) last.delete(name);
    };
    if (before && !(await comesWithin(before, waitMs))) {
      // Who stands behind still waits for whom is before.
      void before.then(leave);
      throw refuse();
    }
    const patience = setTimeout(giveWay, patienceMs);
    try {
      return await work();
    } finally {
      clearTimeout(patience);
      leave();
    }
  };
}

function defer(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((go) => (resolve = go));
  return { promise, resolve };
}

async function comesWithin(turn: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((go) => {
    timer = setTimeout(() => go(false), ms);
  });
  const came = await Promise.race([turn.then(() => true), late]);
  clearTimeout(timer);
  return came;
}
