/** Lists as Stripe gives them: newest first, by pages. */
import type { Collection } from '../state/store.ts';
import { invalid, missing } from './api-error.ts';

export interface ListAnswer<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export interface Paging {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
}

export function wholeList<T>(data: T[], url: string): ListAnswer<T> {
  return { object: 'list', data, has_more: false, url };
}

/** One page of what `keep` lets through. */
export function listPage<T extends { id: string }>(
  collection: Collection<T>,
  url: string,
  { limit = 10, starting_after: after, ending_before: before }: Paging,
  keep: (item: T) => boolean = () => true,
): ListAnswer<T> {
  if (limit < 1 || limit > 100) {
    throw invalid('Invalid limit: must be between 1 and 100', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    });
  }
  const items = collection.values().reverse().filter(keep);
  let start = 0;
  let end = items.length;
  if (after !== undefined) {
    const index = items.findIndex((item) => item.id === after);
    if (index < 0) throw missing('object', after, 'starting_after');
    start = index + 1;
  }
  if (before !== undefined) {
    end = items.findIndex((item) => item.id === before);
    if (end < 0) throw missing('object', before, 'ending_before');
    const from = Math.max(0, end - limit);
    return { object: 'list', data: items.slice(from, end), has_more: from > 0, url };
  }
  const data = items.slice(start, Math.min(end, start + limit));
  return { object: 'list', data, has_more: start + data.length < end, url };
}
