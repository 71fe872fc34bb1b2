import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customer } from '../../shared/customers/customer.contract.ts';
import { searchedFor } from '../../shared/lists/search-text.ts';
import { orpc } from '../lib/api.ts';
import { useDebouncedValue } from '../lib/use-debounced-value.ts';

const SHOWN = 20;

/**
 * Customers to choose from, found by typing: `field` is what a `ComboboxField` is given. They stand by
 * name, as they are sorted; company and address beside it.
 */
export function useCustomerChoice(onChoose: (customer: Customer) => void, except?: number) {
  const [text, setText] = useState('');
  const search = useDebouncedValue(searchedFor(text), 120);
  const { data, isFetching } = useQuery(
    orpc.customers.list.queryOptions({
      input: { limit: SHOWN, ...(search === '' ? {} : { search }) },
      placeholderData: keepPreviousData,
    }),
  );
  const found = (data?.body ?? []).filter(({ id }) => id !== except);
  return {
    found,
    field: {
      placeholder: 'Search by name, company or email',
      options: found.map(({ id, name, company, email }) => ({
        value: String(id),
        label: name,
        detail: [company, email].filter(Boolean).join(', ') || undefined,
      })),
      loading: isFetching,
      emptyText: 'No customers found.',
      onSearch: setText,
      onChange: (value: string) => {
        const chosen = found.find(({ id }) => String(id) === value);
        if (chosen) onChoose(chosen);
      },
    },
  };
}
