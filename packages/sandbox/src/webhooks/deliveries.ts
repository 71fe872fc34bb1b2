/**
 * Sends webhooks: some at a time, again with growing pauses while the receiver does not answer 2xx,
 * and held, dropped, doubled, turned round or late when a test asks for it. What waits is kept in the
 * store as small records; the body is made when it is sent, so a thousand at once cost little memory.
 */
import { EventEmitter, once } from 'node:events';
import * as z from 'zod';
import { newId } from '../state/ids.ts';
import type { Account, Collection, Store } from '../state/store.ts';

/** Ids of an event and of the endpoint that it goes to; a test can release those of one type. */
interface Notice {
  event: string;
  endpoint: string;
  type: string;
}

interface Delivery extends Notice {
  id: string;
  provider: string;
  /** The key of the account. */
  account: string;
  attempts: number;
  /** Real time, in milliseconds. */
  nextAt: number;
  held: boolean;
}

interface PreparedDelivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}

interface Preparer {
  /** The request to send now, signed now; nothing when the event or the endpoint is gone. */
  prepare(account: Account, notice: Notice): PreparedDelivery | undefined;
  delivered?(account: Account, notice: Notice): void;
}

export const deliveryModeSchema = z.object({
  mode: z.enum(['deliver', 'hold', 'drop']),
  /** How many times more each one is sent. */
  duplicate: z.number(),
  /** Gathers what comes within a moment and sends it last first, one at a time. */
  reorder: z.boolean(),
  /** Pauses between tries, in milliseconds; their number is the number of further tries. */
  retryMs: z.array(z.number()),
});

type DeliveryMode = z.output<typeof deliveryModeSchema>;

const minute = 60_000;
const usualMode: DeliveryMode = {
  mode: 'deliver',
  duplicate: 0,
  reorder: false,
  retryMs: [2_000, 10_000, ...[1, 5, 30, 60, 180, 720].map((minutes) => minutes * minute)],
};
const atOnce = 20;
const gatherMs = 150;
const timeLimitMs = 20_000;

export class Deliveries {
  readonly #store: Store;
  readonly #preparers = new Map<string, Preparer>();
  readonly #sending = new Set<string>();
  readonly #events = new EventEmitter().setMaxListeners(0);
  #mode = usualMode;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #counts = { delivered: 0, givenUp: 0 };

  constructor(store: Store) {
    this.#store = store;
  }

  prepareWith(provider: string, preparer: Preparer): void {
    this.#preparers.set(provider, preparer);
  }

  setMode(change: Partial<DeliveryMode>): void {
    this.#mode = { ...this.#mode, ...change };
    this.start();
  }

  get #queue(): Collection<Delivery> {
    return this.#store.system.collection('deliveries');
  }

  counts() {
    const held = this.#queue.list().filter((delivery) => delivery.held).length;
    return { waiting: this.#queue.size - held, held, ...this.#counts };
  }

  /** Takes an event for an endpoint; it is sent soon, as the mode has it, or as usual. */
  enqueue(provider: string, { key: account }: Account, notice: Notice, usual = false): void {
    const { mode, duplicate, reorder } = usual ? usualMode : this.#mode;
    if (mode === 'drop') return;
    for (let copy = 0; copy <= duplicate; copy += 1) {
      const id = newId('dlv');
      this.#queue.put(id, {
        id,
        provider,
        account,
        ...notice,
        attempts: 0,
        nextAt: Date.now() + (reorder ? gatherMs : 0),
        held: mode === 'hold',
      });
    }
    this.start();
  }

  /** Lets go of what is held (of one type, or at most `count`); answers how many. */
  release(wish: { type?: string; count?: number; reverse?: boolean }): number {
    const held = this.#queue
      .list()
      .filter((delivery) => delivery.held && (wish.type ?? delivery.type) === delivery.type);
    if (wish.reverse) held.reverse();
    const chosen = held.slice(0, wish.count);
    for (const [index, delivery] of chosen.entries()) {
      // Put again at the end of the queue, so that the order of release is the order of sending.
      this.#queue.delete(delivery.id);
      this.#queue.put(delivery.id, { ...delivery, held: false, nextAt: Date.now() + index / 1000 });
    }
    this.start();
    return chosen.length;
  }

  /** Resolves once nothing waits or is under way (held ones do not count, later tries do not either). */
  async settled(): Promise<void> {
    const isIdle = (): boolean =>
      this.#sending.size === 0 &&
      this.#queue.list().every((delivery) => delivery.held || delivery.attempts > 0);
    while (!isIdle()) await once(this.#events, 'sent');
  }

  start(): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => this.#sendDue(), 0);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #sendDue(): void {
    const now = Date.now();
    const room = (this.#mode.reorder ? 1 : atOnce) - this.#sending.size;
    const waiting = this.#queue.list().filter(({ id, held }) => !held && !this.#sending.has(id));
    const due = waiting.filter(({ nextAt }) => nextAt <= now);
    if (this.#mode.reorder) due.reverse();
    for (const delivery of due.slice(0, Math.max(0, room))) void this.#send(delivery);
    if (due.length > room) return;
    const next = Math.min(...waiting.map(({ nextAt }) => nextAt).filter((at) => at > now));
    if (!Number.isFinite(next)) return;
    this.#timer = setTimeout(() => this.#sendDue(), Math.min(next - now + 1, minute)).unref();
  }

  /** Whether the receiver took it; not when it was not reached, or not in time. */
  async #post({ url, headers, body }: PreparedDelivery): Promise<boolean> {
    const signal = AbortSignal.timeout(timeLimitMs);
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal,
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }

  async #send(delivery: Delivery): Promise<void> {
    this.#sending.add(delivery.id);
    const preparer = this.#preparers.get(delivery.provider);
    const account = this.#store.account(delivery.account);
    const prepared = preparer?.prepare(account, delivery);
    delivery.attempts += 1;
    const delivered = prepared !== undefined && (await this.#post(prepared));
    this.#sending.delete(delivery.id);
    if (this.#stopped) return;
    const pause = this.#mode.retryMs[delivery.attempts - 1];
    if (delivered || !prepared || pause === undefined) {
      this.#queue.delete(delivery.id);
      this.#counts[delivered ? 'delivered' : 'givenUp'] += 1;
      if (delivered) preparer?.delivered?.(account, delivery);
    } else delivery.nextAt = Date.now() + pause;
    this.#store.touch();
    this.#events.emit('sent');
    this.start();
  }
}
