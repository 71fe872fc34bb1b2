/**
 * What a page was last answered, kept on this device in IndexedDB: by the account's mark and the
 * query it answered. Pages and the service worker share it.
 */
const DATABASE = 'remit-last-seen';
const STORE = 'answers';
const BY_AGE = 'by-age';

/** At most so many answers, and so many letters in all of them: the oldest go first. */
const MOST_ANSWERS = 400;
const MOST_LETTERS = 24_000_000;
const PRUNE_EVERY = 40;

export interface KeptAnswer {
  /** Of the account that was answered. */
  mark: string;
  key: string;
  /** When it was answered, in milliseconds since 1970. */
  at: number;
  /** JSON. */
  text: string;
}

let opened: Promise<IDBDatabase | undefined> | undefined;
let written = 0;

/** The database; undefined where the browser keeps nothing (a closed or full storage). */
function open(): Promise<IDBDatabase | undefined> {
  opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.addEventListener('upgradeneeded', () => {
        const store = request.result.createObjectStore(STORE, { keyPath: ['mark', 'key'] });
        store.createIndex(BY_AGE, ['at', 'size']);
      });
      request.addEventListener('success', () => {
        const database = request.result;
        const forget = () => {
          opened = undefined;
        };
        database.addEventListener('versionchange', () => {
          database.close();
          forget();
        });
        database.addEventListener('close', forget);
        resolve(database);
      });
      request.addEventListener('error', () => resolve(undefined));
      request.addEventListener('blocked', () => resolve(undefined));
    } catch {
      resolve(undefined);
    }
  });
  return opened;
}

/** Runs `work` in a transaction; undefined when the storage fails, which costs nothing but itself. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  const database = await open();
  if (!database) return undefined;
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.addEventListener('complete', () => resolve(request?.result));
      transaction.addEventListener('abort', () => resolve(undefined));
    } catch {
      opened = undefined;
      resolve(undefined);
    }
  });
}

export function readAnswer(mark: string, key: string): Promise<KeptAnswer | undefined> {
  return inStore<KeptAnswer | undefined>('readonly', (store) => store.get([mark, key]));
}

/** @param stillWanted asked again at the last moment, because the account may have left meanwhile */
export async function writeAnswer(answer: KeptAnswer, stillWanted: () => boolean): Promise<void> {
  await inStore('readwrite', (store) =>
    stillWanted() ? store.put({ ...answer, size: answer.text.length }) : undefined,
  );
  written += 1;
  if (written % PRUNE_EVERY === 1) await prune();
}

export async function forgetAnswer(mark: string, key: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete([mark, key]));
}

/** Removes everything, or everything but what one account was answered. */
export async function clearAnswers(except?: string): Promise<void> {
  await inStore('readwrite', (store) => {
    if (except === undefined) return store.clear();
    store.delete(IDBKeyRange.upperBound([except], true));
    // In the order of keys a list comes after every text.
    return store.delete(IDBKeyRange.lowerBound([except, []], true));
  });
}

/** Lets the oldest answers go until what is left is within its bounds. */
async function prune(): Promise<void> {
  await inStore('readwrite', (store) => {
    let answers = 0;
    let letters = 0;
    const request = store.index(BY_AGE).openKeyCursor(null, 'prev');
    request.addEventListener('success', () => {
      const cursor = request.result;
      if (!cursor) return;
      const [, size] = cursor.key as [number, number];
      answers += 1;
      letters += size;
      if (answers > MOST_ANSWERS || letters > MOST_LETTERS) store.delete(cursor.primaryKey);
      cursor.continue();
    });
    return undefined;
  });
}
