/**
 * The sandbox's clock: real time plus an offset that tests set, so that a month of billing passes in
 * a moment. Work that falls due (a renewal, a session's end) runs in its own order and sees its own
 * time, also when the clock is moved far ahead at once.
 */
import type { Store } from './store.ts';

export interface DueWork {
  at: number;
  run(): void;
}

export class Clock {
  readonly #store: Store;
  readonly #real: () => Date;
  readonly #sources: (() => DueWork[])[] = [];
  #pinned: number | null = null;

  constructor(store: Store, real: () => Date = () => new Date()) {
    this.#store = store;
    this.#real = real;
  }

  /** The time without the offset: what the receivers of deliveries compare with. */
  wallTime(): number {
    return this.#real().getTime();
  }

  now(): number {
    return this.#pinned ?? this.wallTime() + this.#store.clockOffset;
  }

  /** Whole seconds since the epoch, as Stripe writes instants. */
  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  /** @param source lists the work that waits for its time; it is asked again after some of it ran */
  onDue(source: () => DueWork[]): void {
    this.#sources.push(source);
  }

  advance(milliseconds: number): void {
    this.#store.clockOffset += milliseconds;
    this.runDue();
  }

  /** Runs everything that is due by now, earliest first. */
  runDue(): void {
    if (this.#pinned !== null) return;
    const until = this.now();
    // Work can make new work due (a renewal after a renewal), so the sources are asked until empty.
    for (let round = 0; round < 10_000; round += 1) {
      const due = this.#sources.flatMap((source) => source()).filter(({ at }) => at <= until);
      const [next] = due.sort((one, other) => one.at - other.at);
      if (!next) return;
      this.#pinned = next.at;
      try {
        next.run();
      } finally {
        this.#pinned = null;
      }
      this.#store.touch();
    }
  }
}
