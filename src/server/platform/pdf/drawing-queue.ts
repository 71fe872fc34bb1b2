import type { RenderJob } from './renderer-messages.ts';

/** For whom a document is drawn. Turns go round among keys: nobody waits for all of another's. */
export interface Asker {
  /** Owners at their screens first, then messages that go out by themselves, then visitors. */
  rank: 'owner' | 'background' | 'visitor';
  /** An owner's id, or a visitor's address. */
  key: string;
}

export interface Queued {
  job: Pick<RenderJob, 'kind'>;
  /** A drawing that several wait for is asked for by the first in rank of those. */
  asker: () => Asker;
}

const RANKS: Asker['rank'][] = ['owner', 'background', 'visitor'];
/** So often in a row may others go before a visitor who waits: customers are served as well. */
const MOST_OVERTAKEN = 3;

export const firstInRank = (askers: Asker[]): Asker | undefined =>
  askers.toSorted((a, b) => RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank))[0];

/**
 * Documents that wait to be drawn: previews first, then by rank, and within a rank each asker's
 * next one in turn. When it is full, the longest line of the lowest rank loses its newest.
 */
export function drawingQueue<T extends Queued>(limit: number) {
  let waiting: T[] = [];
  /** Where each asker stands in the round, for those who have something waiting. */
  const places = new Map<string, number>();
  let nextPlace = 1;
  let overtaken = 0;

  const identifyAsker = ({ rank, key }: Asker) => `${rank} ${key}`;
  const findPlace = (entry: T) => places.get(identifyAsker(entry.asker())) ?? nextPlace;
  const isVisitor = (entry: T) => entry.asker().rank === 'visitor';
  const order = (entry: T) => {
    if (isVisitor(entry) && overtaken >= MOST_OVERTAKEN) return -1;
    const { rank } = entry.asker();
    return rank === 'owner' && entry.job.kind === 'svg' ? 0 : 1 + RANKS.indexOf(rank);
  };
  const remove = (entry: T) => {
    waiting = waiting.filter((other) => other !== entry);
    const present = new Set(waiting.map((other) => identifyAsker(other.asker())));
    for (const name of places.keys()) if (!present.has(name)) places.delete(name);
  };
  const toBeDropped = () => {
    const lengths = new Map<string, number>();
    for (const entry of waiting) {
      const name = identifyAsker(entry.asker());
      lengths.set(name, (lengths.get(name) ?? 0) + 1);
    }
    const weight = (entry: T) => {
      const asker = entry.asker();
      return RANKS.indexOf(asker.rank) * limit * 2 + (lengths.get(identifyAsker(asker)) ?? 0);
    };
    return waiting.reduce((worst, entry) => (weight(entry) >= weight(worst) ? entry : worst));
  };

  return {
    /** @returns what has no room any more, which may be the new one itself */
    add(entry: T): T | undefined {
      waiting.push(entry);
      const name = identifyAsker(entry.asker());
      if (!places.has(name)) places.set(name, nextPlace++);
      if (waiting.length <= limit) return undefined;
      const dropped = toBeDropped();
      remove(dropped);
      return dropped;
    },
    /** Everything that waits, in the order in which it should be drawn. */
    inOrder: (): T[] =>
      waiting.toSorted((a, b) => order(a) - order(b) || findPlace(a) - findPlace(b)),
    /** Takes out what is drawn now; its asker stands at the end of the round. */
    take(entry: T): void {
      places.set(identifyAsker(entry.asker()), nextPlace++);
      remove(entry);
      if (isVisitor(entry)) overtaken = 0;
      else if (waiting.some(isVisitor)) overtaken += 1;
    },
    /** Takes out what is not wanted any more. */
    remove,
    /** Empties it. @returns what waited */
    clear(): T[] {
      const all = waiting;
      waiting = [];
      places.clear();
      return all;
    },
  };
}
