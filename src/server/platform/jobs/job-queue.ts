import type * as z from 'zod';

/** A kind of work that is sent by transactions: what a job of it says, and how it is tried. */
export interface JobQueue<T extends object> {
  /** In words, as the admin reads it: 'send email'. */
  name: string;
  /** What a job says, parsed again when it is taken up: another version may have written it. */
  data: z.ZodType<T>;
  /** How often a run that failed is tried again; none unless told. */
  retries?: number;
  /** The pause before the first retry; each one after it is about twice as long. */
  retrySeconds?: number;
  /** A run that is not over after so long is taken for lost, and tried again; 900 unless told. */
  timeoutSeconds?: number;
}

/** What a worker does with a job. @returns a figure for the admin, such as how many were marked */
export type Work<T> = (data: T) => Promise<number>;

/** Work that comes up again and again, once for each slot of time over all instances. */
export interface PeriodicJob {
  name: string;
  everySeconds: number;
  work: () => Promise<number>;
}

/** The work could not be done and is to be tried at a certain time. Its words are for the admin. */
export class TryLater extends Error {
  override readonly name = 'TryLater';
  readonly afterSeconds: number;

  constructor(afterSeconds: number, message: string) {
    super(message);
    this.afterSeconds = Math.max(0, afterSeconds);
  }
}

/** The work cannot be done, and trying again would not help. Its words are for the admin. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp';
}
