/**
 * Sends webhooks: some at a time, again with growing pauses while the receiver does not answer 2xx,
 * and held, dropped, doubled, turned round or late when a test asks for it. What waits is kept in the
 * store as small records; the body is made when it is sent, so a thousand at once cost little memory.
 */
import { EventEmitter, once } from 'node:events';
import * as z from 'zod';
import { newId } from '../state/ids.ts';
import type { Account, Collection, Store } from '../state/store.ts';

export interface Delivery {
  id: string;
  /** Who prepares it: the name given to `prepareWith`. */
  provider: string;
  /** The key of the account it belongs to. */
  account: string;
  /** The id of the event, and of the endpoint it goes to. */
  event: string;
  endpoint: string;
  /** The event's type, so that a test can hold one type only. */
  type: string;
  /** How often it has been sent. */
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

export interface DeliveryPreparer {
  /** The request to send now, signed now; nothing when the event or the endpoint is gone. */
  prepare(delivery: Delivery): PreparedDelivery | undefined;
  /** Called when the receiver has answered 2xx. */
  delivered?(delivery: Delivery): void;
}

export const deliveryModeSchema = z.object({
  mode: z.enum(['deliver', 'hold', 'drop']),
  /** How many times more each one is sent. */
  duplicate: z.number(),
  /** Gathers what comes within a moment and sends it last first, one at a time. */
  reorder: z.boolean(),
  delayMs: z.number(),
  /** The mode holds for these event types only; empty: all. */
  types: z.array(z.string()),
  /** Pauses between tries, in milliseconds; their number is the number of further tries. */
  retryMs: z.array(z.number()),
});

type DeliveryMode = z.output<typeof deliveryModeSchema>;

const atOnce = 20;
const gatherMs = 150;
const timeLimitMs = 20_000;
const minute = 60_000;

export class Deliveries {
  readonly #store: Store;
  readonly #preparers = new Map<string, DeliveryPreparer>();
  readonly #sending = new Set<string>();
  readonly #events = new EventEmitter().setMaxListeners(0);
  #mode: DeliveryMode = {
    mode: 'deliver',
    duplicate: 0,
    reorder: false,
    delayMs: 0,
    types: [],
    retryMs: [2_000, 10_000, ...[1, 5, 30, 60, 180, 720].map((minutes) => minutes * minute)],
  };
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #counts = { delivered: 0, givenUp: 0 };

  constructor(store: Store) {
    this.#store = store;
  }

  prepareWith(provider: string, preparer: DeliveryPreparer): void {
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
  enqueue(
    provider: string,
    account: Account,
    what: { event: string; endpoint: string; type: string },
    usual = false,
  ): void {
    const { mode, duplicate, reorder, delayMs, types } = this.#mode;
    const concerned = !usual && (types.length === 0 || types.includes(what.type));
    if (concerned && mode === 'drop') return;
    const copies = concerned ? 1 + duplicate : 1;
    const pause = concerned ? delayMs + (reorder ? gatherMs : 0) : 0;
    for (let copy = 0; copy < copies; copy += 1) {
      const id = newId('dlv');
      this.#queue.put(id, {
        id,
        provider,
        account: account.key,
        ...what,
        attempts: 0,
        nextAt: Date.now() + pause,
        held: concerned && mode === 'hold',
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
    const prepared = preparer?.prepare(delivery);
    delivery.attempts += 1;
    const delivered = prepared !== undefined && (await this.#post(prepared));
    this.#sending.delete(delivery.id);
    if (this.#stopped) return;
    const pause = this.#mode.retryMs[delivery.attempts - 1];
    if (delivered || !prepared || pause === undefined) {
      this.#queue.delete(delivery.id);
      this.#counts[delivered ? 'delivered' : 'givenUp'] += 1;
      if (delivered) preparer?.delivered?.(delivery);
    } else delivery.nextAt = Date.now() + pause;
    this.#store.touch();
    this.#events.emit('sent');
    this.start();
  }
}
