import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Item, ItemInput } from '../../../shared/items/item.contract.ts';
import { api, orpc } from '../../lib/api.ts';
import { failure } from '../../lib/api-error.ts';
import { useIdempotencyKeys } from '../../lib/idempotency-key.ts';
import { nextCursor, recordsOf } from '../../lib/list-pages.ts';
import { notify } from '../../ui/notify.tsx';

const PAGE = 60;

/** Catalogue items that match, page by page, and how many there are in all. */
export function useItems(search: string) {
  const filter = search ? { search } : {};
  const list = useInfiniteQuery(
    orpc.items.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: PAGE,
        ...(cursor ? { cursor } : {}),
        ...filter,
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: nextCursor,
      placeholderData: keepPreviousData,
    }),
  );
  const count = useQuery(
    orpc.items.count.queryOptions({ input: filter, placeholderData: keepPreviousData }),
  );
  return { ...list, items: recordsOf(list.data), count: count.data?.count };
}

/** Creates, or updates the item that is given, based on the version that was read. */
export function useSaveItem() {
  const client = useQueryClient();
  const keys = useIdempotencyKeys();
  return useMutation({
    mutationFn: ({ base, input }: { base?: Item | undefined; input: ItemInput }) =>
      base
        ? api.items.update({ ...input, id: base.id, version: base.version })
        : api.items.create(input, { context: { idempotencyKey: keys.keyFor(input) } }),
    onSuccess: async (_item, { base }) => {
      keys.renew();
      notify.success('Success', `Item ${base ? 'updated' : 'created'} successfully`);
      await client.invalidateQueries({ queryKey: orpc.items.key() });
    },
  });
}

/** Deletes, and offers to bring back what was deleted. */
export function useDeleteItem() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: orpc.items.key() });
  const restore = useMutation({
    mutationFn: (id: number) => api.items.restore({ id }),
    onSuccess: async () => {
      notify.success('Success', 'Item restored');
      await refresh();
    },
    onError: (error) => notify.error('Error', failure('Failed to restore item', error)),
  });
  return useMutation({
    mutationFn: (id: number) => api.items.delete({ id }),
    onSuccess: async (_answer, id) => {
      notify.success('Success', 'Item deleted successfully', {
        label: 'Undo',
        onClick: () => restore.mutate(id),
      });
      await refresh();
    },
    onError: (error) => notify.error('Error', failure('Failed to delete item', error)),
  });
}
