import type { InfiniteData } from '@tanstack/react-query';

/** A page of a list as the client gives it: the records, and the next page's cursor in a header. */
export interface ListPage<T> {
  headers?: { 'x-next-cursor'?: string } | undefined;
  body: T[];
}

/** For `infiniteOptions`: where the next page begins, or undefined at the end. */
export function nextCursor(page: ListPage<unknown>): string | undefined {
  return page.headers?.['x-next-cursor'] || undefined;
}

/** All records of the pages read so far. */
export function flattenPages<T>(data: InfiniteData<ListPage<T>> | undefined): T[] {
  return data?.pages.flatMap((page) => page.body) ?? [];
}
