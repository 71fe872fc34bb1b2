/**
 * The sandbox's clock: real time plus an offset that tests set, so that a month of billing passes in
 * a moment. Work that falls due (a renewal, a session's end) runs in its own order and sees its own
 * time, also when the clock is moved far ahead at once.
 */
export interface DueWork {
  /** Milliseconds since the epoch. */
  at: number;
  run(): void;
}

/** Says what is due at or before `until`; it is asked again after its work ran. */
export type DueSource = (until: number) => Iterable<DueWork>;

export class Clock {
  readonly #real: () => Date;
  readonly #sources: DueSource[] = [];
  #offset = 0;
  #pinned: number | null = null;

  constructor(real: () => Date = () => new Date()) {
    this.#real = real;
  }

  /** The time without the offset: what the receivers of deliveries compare with. */
  wallTime(): number {
    return this.#real().getTime();
  }

  /** Milliseconds by which the clock is ahead of real time. */
  get offset(): number {
    return this.#offset;
  }

  set offset(milliseconds: number) {
    this.#offset = milliseconds;
  }

  now(): number {
    return this.#pinned ?? this.#real().getTime() + this.#offset;
  }

  /** Whole seconds since the epoch, as providers write instants. */
  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  onDue(source: DueSource): void {
    this.#sources.push(source);
  }

  advance(milliseconds: number): void {
    this.#offset += milliseconds;
    this.runDue();
  }

  moveTo(time: number): void {
    this.advance(time - this.now());
  }

  /** Runs everything that is due by now, earliest first; answers how many pieces of work ran. */
  runDue(): number {
    if (this.#pinned !== null) return 0;
    const until = this.now();
    let ran = 0;
    // Work can make new work due (a renewal after a renewal), so the sources are asked until empty.
    for (let round = 0; round < 10_000; round += 1) {
      const due = this.#sources.flatMap((source) => [...source(until)]);
      const earliest = Math.min(...due.map((work) => work.at));
      const next = due.filter((work) => work.at === earliest);
      if (next.length === 0) return ran;
      for (const work of next) {
        this.#pinned = Math.min(work.at, until);
        try {
          work.run();
        } finally {
          this.#pinned = null;
        }
        ran += 1;
      }
    }
    return ran;
  }
}
