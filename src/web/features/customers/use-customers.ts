import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Customer, CustomerInput } from '../../../shared/customers/customer.contract.ts';
import { api, orpc } from '../../lib/api.ts';
import { failure } from '../../lib/api-error.ts';
import { useIdempotencyKeys } from '../../lib/idempotency-key.ts';
import { nextCursor, recordsOf } from '../../lib/list-pages.ts';
import { notify } from '../../ui/notify.tsx';

const PAGE = 60;

/** Customers that match, page by page, and how many there are in all. */
export function useCustomers(search: string) {
  const filter = search ? { search } : {};
  const list = useInfiniteQuery(
    orpc.customers.list.infiniteOptions({
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
    orpc.customers.count.queryOptions({ input: filter, placeholderData: keepPreviousData }),
  );
  return { ...list, customers: recordsOf(list.data), count: count.data?.count };
}

/** Creates, or updates the customer that is given, based on the version that was read. */
export function useSaveCustomer() {
  const client = useQueryClient();
  const keys = useIdempotencyKeys();
  return useMutation({
    mutationFn: ({ base, input }: { base?: Customer | undefined; input: CustomerInput }) =>
      base
        ? api.customers.update({ ...input, id: base.id, version: base.version })
        : api.customers.create(input, { context: { idempotencyKey: keys.keyFor(input) } }),
    onSuccess: async (_customer, { base }) => {
      keys.renew();
      notify.success('Success', `Customer ${base ? 'updated' : 'created'} successfully`);
      await client.invalidateQueries({ queryKey: orpc.customers.key() });
    },
  });
}

/** Deletes, and offers to bring back what was deleted. */
export function useDeleteCustomer() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: orpc.customers.key() });
  const restore = useMutation({
    mutationFn: (id: number) => api.customers.restore({ id }),
    onSuccess: async () => {
      notify.success('Success', 'Customer restored');
      await refresh();
    },
    onError: (error) => notify.error('Error', failure('Failed to restore customer', error)),
  });
  return useMutation({
    mutationFn: (id: number) => api.customers.delete({ id }),
    onSuccess: async (_answer, id) => {
      notify.success('Success', 'Customer deleted successfully', {
        label: 'Undo',
        onClick: () => restore.mutate(id),
      });
      await refresh();
    },
    onError: (error) => notify.error('Error', failure('Failed to delete customer', error)),
  });
}
