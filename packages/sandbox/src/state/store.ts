/**
 * All that the sandbox remembers: for each account (one per key) named collections of JSON objects.
 * It lives in memory and, when a file is given, is written there soon after changes and at the end.
 */
import { readFileSync, renameSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';

/** How many objects a collection keeps; what is only a record of what happened is kept shorter. */
const usualLimit = 50_000;
const limits: Record<string, number> = {
  events: 5_000,
  idempotency: 2_000,
  'paypal-events': 5_000,
  'paypal-idempotency': 2_000,
};

/** Objects by id, oldest first; the oldest go when there are too many. */
export class Collection<T> extends Map<string, T> {
  readonly #limit: number;

  constructor(name: string, entries: Iterable<[string, T]> = []) {
    super(entries);
    this.#limit = limits[name] ?? usualLimit;
  }

  put(id: string, value: T): T {
    this.set(id, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#limit) break;
      this.delete(oldest);
    }
    return value;
  }

  list(): T[] {
    return [...this.values()];
  }
}

type SavedAccount = Record<string, [string, unknown][]>;

export class Account {
  readonly key: string;
  readonly #collections: Map<string, Collection<unknown>>;

  constructor(key: string, saved: SavedAccount = {}) {
    this.key = key;
    this.#collections = new Map(
      Object.entries(saved).map(([name, entries]) => [name, new Collection(name, entries)]),
    );
  }

  collection<T>(name: string): Collection<T> {
    const found = this.#collections.get(name) ?? new Collection(name);
    this.#collections.set(name, found);
    return found as Collection<T>;
  }

  toJSON(): SavedAccount {
    const filled = [...this.#collections].filter(([, collection]) => collection.size > 0);
    return Object.fromEntries(filled.map(([name, collection]) => [name, [...collection]]));
  }
}

interface SavedState {
  clockOffset: number;
  port?: number | null;
  accounts: Record<string, SavedAccount>;
}

export class Store {
  /** Of the last run, and then of this one: links in mails and in the merchant's rows go on working. */
  port: number | null = null;
  /** Milliseconds by which the clock is ahead of real time. */
  clockOffset = 0;
  readonly #file: string | undefined;
  readonly #accounts = new Map<string, Account>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** A large state is written less often: saving never takes more than a part of the time. */
  #pause = 500;

  constructor(file?: string) {
    this.#file = file;
    if (!file) return;
    try {
      const saved = JSON.parse(readFileSync(file, 'utf8')) as SavedState;
      for (const [key, collections] of Object.entries(saved.accounts)) {
        this.#accounts.set(key, new Account(key, collections));
      }
      this.port = saved.port ?? null;
      this.clockOffset = saved.clockOffset;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return;
      if (code !== undefined) throw error;
      this.#accounts.clear();
      renameSync(file, `${file}.broken`);
    }
  }

  account(key: string): Account {
    const account = this.#accounts.get(key) ?? new Account(key);
    this.#accounts.set(key, account);
    return account;
  }

  /** What belongs to no key: deliveries that wait, revoked keys. */
  get system(): Account {
    return this.account('sandbox');
  }

  accounts(): Account[] {
    return [...this.#accounts.values()];
  }

  /** To be called after changes: the state is written a little later. */
  touch(): void {
    if (!this.#file || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#writing = this.#writing.then(() => this.#write()).catch(() => undefined);
    }, this.#pause).unref();
  }

  async #write(): Promise<void> {
    if (!this.#file) return;
    const started = performance.now();
    const temporary = `${this.#file}.new`;
    const { clockOffset, port } = this;
    const state = { version: 1, clockOffset, port, accounts: Object.fromEntries(this.#accounts) };
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(JSON.stringify(state));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, this.#file);
    this.#pause = Math.max(500, (performance.now() - started) * 20);
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#write();
  }
}
