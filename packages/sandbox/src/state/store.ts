/**
 * All that the sandbox remembers: for each account (one per key) named collections of JSON objects.
 * It lives in memory and, when a file is given, is written there soon after changes and at the end.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';

/** Objects by id, oldest first; the oldest go when there are more than `limit`. */
export class Collection<T> {
  readonly #entries: Map<string, T>;
  readonly limit: number;

  constructor(limit: number, entries: Iterable<[string, T]> = []) {
    this.limit = limit;
    this.#entries = new Map(entries);
  }

  get size(): number {
    return this.#entries.size;
  }

  get(id: string): T | undefined {
    return this.#entries.get(id);
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  put(id: string, value: T): T {
    this.#entries.set(id, value);
    while (this.#entries.size > this.limit) {
      const oldest = this.#entries.keys().next();
      if (oldest.done) break;
      this.#entries.delete(oldest.value);
    }
    return value;
  }

  delete(id: string): boolean {
    return this.#entries.delete(id);
  }

  values(): T[] {
    return [...this.#entries.values()];
  }

  entries(): [string, T][] {
    return [...this.#entries];
  }
}

const defaultLimit = 50_000;

/** What is only a record of what happened is kept shorter than what things are. */
const limits: Record<string, number> = {
  events: 5_000,
  idempotency: 2_000,
  'paypal-events': 5_000,
  'paypal-idempotency': 2_000,
};

export class Account {
  readonly key: string;
  readonly #collections = new Map<string, Collection<unknown>>();

  constructor(key: string, saved: Record<string, [string, unknown][]> = {}) {
    this.key = key;
    for (const [name, entries] of Object.entries(saved)) {
      this.#collections.set(name, new Collection(limits[name] ?? defaultLimit, entries));
    }
  }

  /** The collection of that name, made when it is asked for first. */
  collection<T>(name: string): Collection<T> {
    let found = this.#collections.get(name);
    if (!found) {
      found = new Collection<unknown>(limits[name] ?? defaultLimit);
      this.#collections.set(name, found);
    }
    return found as Collection<T>;
  }

  toJSON(): Record<string, [string, unknown][]> {
    const filled = [...this.#collections].filter(([, collection]) => collection.size > 0);
    return Object.fromEntries(filled.map(([name, collection]) => [name, collection.entries()]));
  }
}

interface SavedState {
  version: 1;
  clockOffset: number;
  /** Where it listened last: links in mails and in the merchant's rows go on working. */
  port?: number;
  accounts: Record<string, Record<string, [string, unknown][]>>;
}

export class Store {
  readonly #file: string | undefined;
  readonly #accounts = new Map<string, Account>();
  #clockOffset: () => number = () => 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  /** A large state is written less often: saving never takes more than a part of the time. */
  #pause = 500;

  constructor(file?: string) {
    this.#file = file;
  }

  /** The port of the last run, and then of this one. */
  port: number | null = null;

  /** Reads the file; answers the clock's saved offset. An unreadable file is put aside. */
  load(clockOffset: () => number): number {
    this.#clockOffset = clockOffset;
    if (!this.#file) return 0;
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
      throw error;
    }
    try {
      const saved = JSON.parse(text) as SavedState;
      for (const [key, collections] of Object.entries(saved.accounts)) {
        this.#accounts.set(key, new Account(key, collections));
      }
      this.port = saved.port ?? null;
      return saved.clockOffset;
    } catch {
      this.#accounts.clear();
      renameSync(this.#file, `${this.#file}.broken`);
      return 0;
    }
  }

  /** The account of a key, made on first use. */
  account(key: string): Account {
    let account = this.#accounts.get(key);
    if (!account) {
      account = new Account(key);
      this.#accounts.set(key, account);
    }
    return account;
  }

  /** What belongs to no key: deliveries that wait, revoked keys. */
  get system(): Account {
    return this.account('sandbox');
  }

  accounts(): Account[] {
    return [...this.#accounts.values()];
  }

  /** An object by its id alone, for pages that carry no key. */
  find<T>(collection: string, id: string): { account: Account; object: T } | undefined {
    for (const account of this.#accounts.values()) {
      const object = account.collection<T>(collection).get(id);
      if (object !== undefined) return { account, object };
    }
    return undefined;
  }

  /** To be called after changes: the state is written a little later. */
  touch(): void {
    if (!this.#file || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#writing = this.#writing.then(() => this.#write()).catch(() => undefined);
    }, this.#pause);
    this.#timer.unref();
  }

  #text(): string {
    const accounts: SavedState['accounts'] = {};
    for (const account of this.#accounts.values()) accounts[account.key] = account.toJSON();
    const state: SavedState = {
      version: 1,
      clockOffset: this.#clockOffset(),
      ...(this.port === null ? {} : { port: this.port }),
      accounts,
    };
    return JSON.stringify(state);
  }

  async #write(): Promise<void> {
    if (!this.#file) return;
    const started = performance.now();
    const temporary = `${this.#file}.new`;
    const text = this.#text();
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, this.#file);
    this.#pause = Math.max(500, (performance.now() - started) * 20);
  }

  /** Writes what is not written yet. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#writing;
    if (!this.#file) return;
    writeFileSync(`${this.#file}.new`, this.#text(), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }
}
