import type { Query, QueryClient, QueryKey, QueryPersister } from '@tanstack/react-query';
import { hashKey } from '@tanstack/react-query';
import { accountMark, mayKeep } from '../account-mark.ts';
import { isUnreachable } from '../api-error.ts';
import { forgetAnswer, readAnswer, writeAnswer } from './answer-store.ts';

/**
 * Calls whose answers are kept: what an owner looks at. Not what the admin sees of others, nor
 * messages with their links, nor what somebody happened to search for.
 */
const KEPT = new Set([
  'account',
  'customers',
  'items',
  'invoices',
  'estimates',
  'creditNotes',
  'recurring',
  'expenses',
  'profile',
  'payments',
  'subscription',
  'notifications',
  'dashboard',
  'reports',
]);
/** Above this an answer is not worth its room: a list of thousands, read page by page. */
const LONGEST = 1_500_000;

/** Answers of another contract are not understood: what was kept before an update is left alone. */
const shape = import.meta.env?.CONTRACT_ID ?? 'unknown';

/** When what a query shows was answered, where that was not just now. */
const olderThanFetched = new WeakMap<object, number>();

function isKept(key: QueryKey): boolean {
  const [path, options] = key as [unknown, { input?: { search?: unknown } } | undefined];
  if (!Array.isArray(path) || !KEPT.has(String(path[0]))) return false;
  return !options?.input?.search;
}

/**
 * A query's answer is kept on this device for its account; where the server cannot be reached, the
 * query is answered with what it was answered last.
 */
export const keepLastSeen: QueryPersister = async (queryFn, context, query) => {
  const { queryKey, queryHash } = query;
  // Taken before the call: who is signed in may have changed by the time of its answer.
  const mark = isKept(queryKey) ? accountMark() : undefined;
  const key = `${shape} ${queryHash}`;
  try {
    const answer: unknown = await queryFn(context);
    olderThanFetched.delete(query);
    if (mark !== undefined) void keep(mark, key, answer);
    return answer;
  } catch (error) {
    const { data, dataUpdatedAt, fetchMeta } = query.state;
    // More of a list is asked for by a person, who is to be told that it did not come.
    if (!isUnreachable(error) || fetchMeta?.fetchMore) throw error;
    if (data !== undefined) {
      if (!olderThanFetched.has(query)) olderThanFetched.set(query, dataUpdatedAt);
      return data;
    }
    const kept = mark === undefined ? undefined : await readAnswer(mark, key);
    if (!kept || mark === undefined || !mayKeep(mark)) throw error;
    olderThanFetched.set(query, kept.at);
    return JSON.parse(kept.text) as unknown;
  }
};

/** Keeps what was answered otherwise than by a call. */
export function keepAnswer(queryKey: QueryKey, answer: unknown): void {
  const mark = isKept(queryKey) ? accountMark() : undefined;
  if (mark !== undefined) void keep(mark, `${shape} ${hashKey(queryKey)}`, answer);
}

async function keep(mark: string, key: string, answer: unknown): Promise<void> {
  const text = JSON.stringify(answer);
  // Nobody signed in is no answer to keep.
  if (answer === null || text === undefined) return;
  if (text.length > LONGEST) {
    await forgetAnswer(mark, key);
    return;
  }
  await writeAnswer({ mark, key, at: Date.now(), text }, () => mayKeep(mark));
}

/** About whom and about the installation: what a person takes for no news. */
const isFigure = ({ queryKey: [path] }: Query) =>
  Array.isArray(path) &&
  path[0] !== 'account' &&
  path[0] !== 'notifications' &&
  path[1] !== 'picture';

/** What the frame of every page shows beside the page's own: the business and what is overdue. */
const isOfFrame = ({ queryKey: [path] }: Query) =>
  Array.isArray(path) &&
  (path[0] === 'profile' || (path[0] === 'invoices' && path[1] === 'summary'));

/**
 * What stands on the screen now, by the time that it was answered.
 * @returns `at` of the oldest, in milliseconds since 1970, and whether it was kept from before;
 * undefined where a page was never seen here, and nothing but its frame is shown
 */
export function oldestSeen(client: QueryClient): { at: number | undefined; kept: boolean } {
  const active = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: (query) => isKept(query.queryKey) && isFigure(query) });
  const shown = active.filter((query) => query.state.data !== undefined);
  const times = shown.map((query) => olderThanFetched.get(query) ?? query.state.dataUpdatedAt);
  const unseen = active.some(({ state }) => state.status === 'error' && state.data === undefined);
  const nothing = times.length === 0 || (unseen && shown.every(isOfFrame));
  return {
    at: nothing ? undefined : Math.min(...times),
    kept: shown.some((query) => olderThanFetched.has(query)),
  };
}

/** The server is there again: what is shown is read again, and so is what was kept, when shown. */
export function readAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: (query) => isKept(query.queryKey) });
}
