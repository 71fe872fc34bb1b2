import { createStore, promisifyRequest } from 'idb-keyval';

/**
 * What a page was last answered, kept on this device by the account's mark and the query it answered.
 * Pages and the service worker share it. Where the browser keeps nothing, that costs nothing but itself.
 */
const answers = createStore('remit-answers', 'answers');
/** Where they were kept before idb-keyval: what lies there is nobody's any more. */
const FORMER = 'remit-last-seen';

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

let written = 0;

/** Undefined where the storage fails. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await answers(mode, work);
  } catch {
    return undefined;
  }
}

const change = (work: (store: IDBObjectStore) => void) =>
  inStore('readwrite', (store) => {
    work(store);
    return promisifyRequest(store.transaction);
  });

export function readAnswer(mark: string, key: string): Promise<KeptAnswer | undefined> {
  return inStore('readonly', (store) =>
    promisifyRequest<KeptAnswer | undefined>(store.get([mark, key])),
  );
}

/** @param stillWanted asked again at the last moment, because the account may have left meanwhile */
export async function writeAnswer(answer: KeptAnswer, stillWanted: () => boolean): Promise<void> {
  await change((store) => {
    if (stillWanted()) store.put(answer, [answer.mark, answer.key]);
  });
  written += 1;
  if (written % PRUNE_EVERY === 1) await prune();
}

export async function forgetAnswer(mark: string, key: string): Promise<void> {
  await change((store) => store.delete([mark, key]));
}

/** Removes everything, or everything but what one account was answered. */
export async function clearAnswers(except?: string): Promise<void> {
  await change((store) => {
    indexedDB.deleteDatabase(FORMER);
    if (except === undefined) store.clear();
    else {
      store.delete(IDBKeyRange.upperBound([except], true));
      // In the order of keys a list comes after every text.
      store.delete(IDBKeyRange.lowerBound([except, []], true));
    }
  });
}

/** Lets the oldest answers go until what is left is within its bounds. */
async function prune(): Promise<void> {
  await inStore('readwrite', async (store) => {
    const kept: { at: number; letters: number; key: IDBValidKey }[] = [];
    const request = store.openCursor();
    // One after the other: all at once would be tens of megabytes.
    for (let each = await promisifyRequest(request); each;) {
      const { at, text } = each.value as KeptAnswer;
      kept.push({ at, letters: text.length, key: each.primaryKey });
      each.continue();
      each = await promisifyRequest(request);
    }
    let letters = 0;
    for (const [index, each] of kept.toSorted((a, b) => b.at - a.at).entries()) {
      letters += each.letters;
      if (index >= MOST_ANSWERS || letters > MOST_LETTERS) store.delete(each.key);
    }
  });
}
