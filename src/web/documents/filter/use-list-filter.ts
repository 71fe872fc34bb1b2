import { useQuery } from '@tanstack/react-query';
import type { ListSort } from '../../../shared/lists/list-sorts.ts';
import { orpc } from '../../lib/api.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { partyNames } from '../party-names.ts';
import { useBusiness } from '../use-business.ts';
import type { FilterFields, FilterPart, ListFilter } from './list-filter.ts';
import { describeFilter, isNarrowed, readListFilter, toAddress } from './list-filter.ts';

export interface UsedFilter<Sort extends ListSort = ListSort> {
  fields: FilterFields<Sort>;
  filter: ListFilter<Sort>;
  /** Whether anything narrows the list. */
  narrowed: boolean;
  /** What does, in words. */
  parts: FilterPart[];
  change: (filter: ListFilter) => void;
}

/** What narrows and sorts a page's list. It stands in the address, so that a reload, Back and a link keep it. */
export function useListFilter<Sort extends ListSort>(fields: FilterFields<Sort>): UsedFilter<Sort> {
  const { params, change } = useAddressParams();
  const { today, currency } = useBusiness();
  const filter = readListFilter(params, fields);
  const customer = useCustomerName(filter.customerId);
  return {
    fields,
    filter,
    narrowed: isNarrowed(filter),
    parts: describeFilter(filter, { days: fields.days, today, customer, currency }),
    change: (next) => change(toAddress(next), { push: true }),
  };
}

function useCustomerName(id: number | undefined): string | undefined {
  const { data, isError } = useQuery(
    orpc.customers.get.queryOptions({ input: { id: id ?? 0 }, enabled: id !== undefined }),
  );
  if (id === undefined) return undefined;
  if (isError) return 'Not found';
  return data && partyNames(data).main;
}
