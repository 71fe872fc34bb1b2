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
 * Work of one name runs in the order in which it was asked for, one after the other. Who has waited
 * for `patienceMs` begins anyway: this saves work that would get in each other's way, and forbids none.
 */
export function oneAfterAnother(
  patienceMs: number,
): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const before = last.get(name);
    const mine = before ? waitFor(before, patienceMs).then(work) : work();
    const ended = mine.catch(() => undefined);
    last.set(name, ended);
    try {
      return await mine;
    } finally {
      if (last.get(name) === ended) last.delete(name);
    }
  };
}

async function waitFor(before: Promise<unknown>, atMostMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((go) => {
    timer = setTimeout(go, atMostMs);
  });
  await Promise.race([before, patience]);
  clearTimeout(timer);
}
