/**
 * Sends webhooks: some at a time, again with growing pauses while the receiver does not answer 2xx,
 * and held, dropped, doubled, turned round or late when a test asks for it. What waits is kept in the
 * store as small records; the body is made when it is sent, so a thousand at once cost little memory.
 */

import { newId } from '../state/new-id.ts';
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

export interface PreparedDelivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface DeliveryPreparer {
  /** The request to send now, signed now; nothing when the event or the endpoint is gone. */
  prepare(delivery: Delivery): PreparedDelivery | undefined;
  /** Called once, when the receiver answered 2xx or when the last try has failed. */
  settled?(delivery: Delivery, delivered: boolean): void;
}

export interface DeliveryMode {
  mode: 'deliver' | 'hold' | 'drop';
  /** How many times more each one is sent. */
  duplicate: number;
  /** Gathers what comes within a moment and sends it last first, one at a time. */
  reorder: boolean;
  delayMs: number;
  /** The mode holds for these event types only; empty: all. */
  types: string[];
  /** The mode holds for this account only. */
  account: string | null;
  /** Pauses between tries, in milliseconds; their number is the number of further tries. */
  retryMs: number[];
  timeoutMs: number;
}

const minute = 60_000;
const atOnce = 20;
const gatherMs = 150;

export const usualDelivery: DeliveryMode = {
  mode: 'deliver',
  duplicate: 0,
  reorder: false,
  delayMs: 0,
  types: [],
  account: null,
  retryMs: [
    2_000,
    10_000,
    minute,
    5 * minute,
    30 * minute,
    60 * minute,
    180 * minute,
    720 * minute,
  ],
  timeoutMs: 20_000,
};

export interface DeliveryCounts {
  waiting: number;
  held: number;
  sending: number;
  delivered: number;
  failedTries: number;
  givenUp: number;
  dropped: number;
}

export class Deliveries {
  readonly #store: Store;
  readonly #log: (line: object) => void;
  readonly #preparers = new Map<string, DeliveryPreparer>();
  readonly #sending = new Map<string, AbortController>();
  readonly #idle = new Set<() => void>();
  #mode: DeliveryMode = { ...usualDelivery };
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #counts = { delivered: 0, failedTries: 0, givenUp: 0, dropped: 0 };

  constructor(store: Store, log: (line: object) => void) {
    this.#store = store;
    this.#log = log;
  }

  prepareWith(provider: string, preparer: DeliveryPreparer): void {
    this.#preparers.set(provider, preparer);
  }

  get mode(): DeliveryMode {
    return this.#mode;
  }

  setMode(change: Partial<DeliveryMode>): void {
    this.#mode = { ...this.#mode, ...change };
    this.#pump();
  }

  get #queue(): Collection<Delivery> {
    return this.#store.system.collection<Delivery>('deliveries');
  }

  counts(): DeliveryCounts {
    const all = this.#queue.values();
    const held = all.filter((delivery) => delivery.held).length;
    return {
      waiting: all.length - held - this.#sending.size,
      held,
      sending: this.#sending.size,
      ...this.#counts,
    };
  }

  /** Takes an event for an endpoint; it is sent soon, as the mode says. */
  enqueue(
    provider: string,
    account: Account,
    what: { event: string; endpoint: string; type: string },
    usual = false,
  ): void {
    const { mode, duplicate, reorder, delayMs, types, account: only } = this.#mode;
    const concerned =
      !usual &&
      (types.length === 0 || types.includes(what.type)) &&
      (only === null || only === account.key);
    if (concerned && mode === 'drop') {
      this.#counts.dropped += 1;
      return;
    }
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
    this.#pump();
  }

  /** Lets go of what is held (of one type, or at most `count`); answers how many. */
  release(options: { type?: string; count?: number; reverse?: boolean } = {}): number {
    const held = this.#queue
      .values()
      .filter((delivery) => delivery.held && (!options.type || delivery.type === options.type));
    if (options.reverse) held.reverse();
    const chosen = held.slice(0, options.count ?? held.length);
    for (const [index, delivery] of chosen.entries()) {
      // Put again at the end of the queue, so that the order of release is the order of sending.
      this.#queue.delete(delivery.id);
      this.#queue.put(delivery.id, { ...delivery, held: false, nextAt: Date.now() + index / 1000 });
    }
    this.#pump();
    return chosen.length;
  }

  /** Resolves once nothing waits or is under way (held ones do not count, later tries do not either). */
  async settled(): Promise<void> {
    const isIdle = (): boolean => {
      const due = this.#queue
        .values()
        .some((delivery) => !delivery.held && delivery.attempts === 0);
      return !due && this.#sending.size === 0;
    };
    while (!isIdle()) {
      await new Promise<void>((resolve) => {
        this.#idle.add(resolve);
      });
    }
  }

  start(): void {
    this.#pump();
  }

  stop(): void {
    this.#stopped = true;
    for (const sending of this.#sending.values()) sending.abort();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #pump(): void {
    if (this.#stopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#sendDue(), 0);
  }

  #sendDue(): void {
    this.#timer = null;
    const now = Date.now();
    const room = (this.#mode.reorder ? 1 : atOnce) - this.#sending.size;
    const waiting = this.#queue
      .values()
      .filter((delivery) => !delivery.held && !this.#sending.has(delivery.id));
    const due = waiting.filter((delivery) => delivery.nextAt <= now);
    if (this.#mode.reorder) due.reverse();
    for (const delivery of due.slice(0, Math.max(0, room))) void this.#send(delivery);
    if (due.length > room) return;
    const next = Math.min(...waiting.filter(({ nextAt }) => nextAt > now).map((d) => d.nextAt));
    if (!Number.isFinite(next)) return;
    this.#timer = setTimeout(() => this.#sendDue(), Math.min(next - now + 1, 60_000));
    this.#timer.unref();
  }

  async #send(delivery: Delivery): Promise<void> {
    const controller = new AbortController();
    this.#sending.set(delivery.id, controller);
    const preparer = this.#preparers.get(delivery.provider);
    const prepared = preparer?.prepare(delivery);
    delivery.attempts += 1;
    let status: number | string = 'gone';
    if (prepared) {
      const limit = setTimeout(() => controller.abort(), this.#mode.timeoutMs);
      try {
        const answer = await fetch(prepared.url, {
          method: 'POST',
          headers: prepared.headers,
          body: prepared.body,
          redirect: 'manual',
          signal: controller.signal,
        });
        status = answer.status;
        await answer.body?.cancel();
      } catch (error) {
        status = error instanceof Error ? error.name : 'failed';
      } finally {
        clearTimeout(limit);
      }
    }
    this.#sending.delete(delivery.id);
    if (this.#stopped) return;
    this.#finish(delivery, preparer, status);
    this.#store.touch();
    for (const resolve of this.#idle) resolve();
    this.#idle.clear();
    this.#pump();
  }

  #finish(
    delivery: Delivery,
    preparer: DeliveryPreparer | undefined,
    status: number | string,
  ): void {
    const delivered = typeof status === 'number' && status >= 200 && status < 300;
    const { event, type, endpoint, attempts } = delivery;
    this.#log({ message: 'webhook sent', event, type, endpoint, attempt: attempts, status });
    const pause = this.#mode.retryMs[attempts - 1];
    if (delivered || status === 'gone' || pause === undefined) {
      this.#queue.delete(delivery.id);
      if (delivered) this.#counts.delivered += 1;
      else this.#counts.givenUp += 1;
      preparer?.settled?.(delivery, delivered);
      return;
    }
    this.#counts.failedTries += 1;
    delivery.nextAt = Date.now() + pause;
  }
}
