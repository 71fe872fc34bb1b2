import type { Client } from '@orpc/client';
import type { GeneralUtils } from '@orpc/tanstack-query';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { CalendarDate } from '../../shared/dates/calendar-date.ts';
import type { ExpenseCategory } from '../../shared/expenses/expense-categories.ts';
import type { ExpenseSort } from '../../shared/lists/list-sorts.ts';
import { searchedFor } from '../../shared/lists/search-text.ts';
import type { RecurringStatus } from '../../shared/recurring/recurring.contract.ts';
import { capitalize } from '../../shared/text/capitalize.ts';
import { failure } from '../lib/api-error.ts';
import type { CallContext } from '../lib/api.ts';
import type { ListPage } from '../lib/list-pages.ts';
import { flattenPages } from '../lib/list-pages.ts';
import type { Preload } from '../lib/preload.ts';
import { refreshFigures } from '../lib/refresh-figures.ts';
import type { ListInput, Query } from '../lib/use-pages.ts';
import { buildFilter, pageOptions } from '../lib/use-pages.ts';
import { notify } from '../ui/notify.tsx';
import type { SavedInput } from './use-record-editor.ts';

/** What narrows a list besides a search, where its calls take it. */
export interface RecordFilter {
  customerId?: number;
  category?: ExpenseCategory;
  from?: CalendarDate;
  to?: CalendarDate;
  status?: RecurringStatus | 'problem';
}

/** And its order, where it is not the usual one. */
export interface SortedFilter extends RecordFilter {
  sort?: ExpenseSort;
}

interface Write<Input, Output> {
  call: Client<CallContext, Input, Output, Error>;
}

/** What saving a record names: the version that was read. */
export interface Versioned {
  id: number;
  version: number;
}

export interface Count {
  count: number;
}

/** A kind of record that is listed, saved, deleted and brought back, such as customers. */
export interface RecordKind<Saved extends Versioned, Input, Counted extends Count = Count> {
  /** In the toasts: 'customer' gives 'Customer created successfully'. */
  noun: string;
  calls: GeneralUtils<unknown> & {
    list: Query<ListInput & SortedFilter, ListPage<Saved>>;
    count: Query<{ search?: string | undefined } & RecordFilter, Counted>;
    create: Write<Input, Saved>;
    update: Write<Input & Versioned, Saved>;
    delete: Write<{ id: number }, unknown>;
    restore: Write<{ id: number }, unknown>;
    /** Refuses what `delete` would refuse. */
    checkDeletion?: Write<{ id: number }, unknown>;
  };
}

/** Records that match, and how many there are in all. */
export type RecordList<Saved, Counted extends Count = Count> = UseInfiniteQueryResult<
  InfiniteData<ListPage<Saved>>
> & {
  records: Saved[];
  count: number | undefined;
  /** What the call that counts them says besides, such as their sum. */
  counted: Counted | undefined;
};

/** Records that match, page by page, and how many there are in all. */
export function useRecords<Saved extends Versioned, Input, Counted extends Count>(
  { calls }: RecordKind<Saved, Input, Counted>,
  search: string,
  filter: SortedFilter | undefined,
): RecordList<Saved, Counted> {
  const asked = { ...buildFilter(search), ...filter };
  const read = useInfiniteQuery(pageOptions(calls.list, asked));
  const list = { ...read, records: flattenPages(read.data) };
  const count = useQuery(countQuery(calls, asked));
  const counted = count.data;
  return { ...list, count: counted?.count, counted };
}

const countQuery = <Counted extends Count, Asked extends { search?: string } & SortedFilter>(
  calls: { count: Query<{ search?: string | undefined } & RecordFilter, Counted> },
  { sort: _sort, ...asked }: Asked,
) => calls.count.queryOptions({ input: asked, placeholderData: keepPreviousData });

/** Asks for what `useRecords` shows first, before its page is opened. */
export const preloadRecords =
  <Saved extends Versioned, Input, Counted extends Count>(
    { calls }: RecordKind<Saved, Input, Counted>,
    readFilter: (params: URLSearchParams) => SortedFilter = () => ({}),
  ): Preload =>
  (client, place) => {
    const search = searchedFor(place.search.get('search') ?? '').trim();
    const asked = { ...buildFilter(search), ...readFilter(place.search) };
    return Promise.all([
      client.prefetchInfiniteQuery(pageOptions(calls.list, asked)),
      client.prefetchQuery(countQuery(calls, asked)),
    ]);
  };

/** Creates, or updates the record that is given, based on the version that was read. */
export function useSaveRecord<Saved extends Versioned, Input, Counted extends Count>({
  noun,
  calls,
}: RecordKind<Saved, Input, Counted>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ base, input, keyFor }: SavedInput<Saved, Input>) =>
      base
        ? calls.update.call({ ...input, id: base.id, version: base.version })
        : calls.create.call(input, { context: { idempotencyKey: keyFor(input) } }),
    onSuccess: async (_saved, { base }) => {
      notify.success('Success', `${capitalize(noun)} ${base ? 'updated' : 'created'} successfully`);
      refreshFigures(client);
      await client.invalidateQueries({ queryKey: calls.key() });
    },
  });
}

/** Deletes, and offers to bring back what was deleted. */
export function useDeleteRecord<Saved extends Versioned, Input, Counted extends Count>({
  noun,
  calls,
}: RecordKind<Saved, Input, Counted>) {
  const client = useQueryClient();
  const refresh = () => {
    refreshFigures(client);
    return client.invalidateQueries({ queryKey: calls.key() });
  };
  const restore = useMutation({
    mutationFn: (id: number) => calls.restore.call({ id }),
    onSuccess: async () => {
      notify.success('Success', `${capitalize(noun)} restored`);
      await refresh();
    },
    onError: (error) => notify.error('Error', failure(`Failed to restore ${noun}`, error)),
  });
  return useMutation({
    mutationFn: (id: number) => calls.delete.call({ id }),
    onSuccess: async (_answer, id) => {
      notify.success('Success', `${capitalize(noun)} deleted successfully`, {
        label: 'Undo',
        onClick: () => restore.mutate(id),
      });
      await refresh();
    },
    onError: (error) => notify.error('Error', failure(`Failed to delete ${noun}`, error)),
  });
}
