const APART_MS = 250;
/** Keys that nobody has asked about for so long are forgotten. */
const FORGOTTEN_MS = 60_000;

interface Turns<T> {
  startedAt: number;
  running: Promise<T>;
  /** What begins when the running one has ended, and not sooner than a quarter of a second after it began. */
  next: Promise<T> | undefined;
}

/**
 * Lets work for one key begin at most four times a second; everybody who asks meanwhile shares the next
 * turn. So a page that is loaded a thousand times asks its provider four times a second, and nobody is
 * given an answer to a question that was put before his own.
 */
export function throttleByKey<T>(
  apartMs = APART_MS,
): (key: string, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, Turns<T>>();
  const begin = (key: string, work: () => Promise<T>): Promise<T> => {
    const running = work();
    turns.set(key, { startedAt: Date.now(), running, next: undefined });
    return running;
  };
  return (key, work) => {
    const now = Date.now();
    if (turns.size > 1_000) {
      for (const [other, { startedAt }] of turns) {
        if (now - startedAt > FORGOTTEN_MS) turns.delete(other);
      }
    }
    const turn = turns.get(key);
    if (!turn) return begin(key, work);
    turn.next ??= turn.running
      .catch(() => undefined)
      .then(() => wait(turn.startedAt + apartMs - Date.now()))
      .then(() => begin(key, work));
    return turn.next;
  };
}

function wait(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((go) => setTimeout(go, ms));
}
