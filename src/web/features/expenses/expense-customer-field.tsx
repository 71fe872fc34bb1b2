import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { searchedFor } from '../../../shared/lists/search-text.ts';
import { partyNames } from '../../documents/party-names.ts';
import { orpc } from '../../lib/api.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { ComboboxField } from '../../ui/combobox-field.tsx';

const SHOWN = 20;

interface Party {
  id: number;
  name: string;
  company: string | null;
}

interface Props {
  className?: string | undefined;
  value: number | null;
  /** The customer of the stored expense: found without asking, and even when deleted since. */
  known: Party | null;
  onChange: (customerId: number | null) => void;
  error?: string | undefined;
}

/** For whom the money was spent, if for anybody: found by typing. */
export function ExpenseCustomerField({ className, value, known, onChange, error }: Props) {
  const [text, setText] = useState('');
  const search = useDebouncedValue(searchedFor(text), 120);
  const { data, isFetching } = useQuery(
    orpc.customers.list.queryOptions({
      input: { limit: SHOWN, ...(search === '' ? {} : { search }) },
      placeholderData: keepPreviousData,
    }),
  );
  const found: readonly Party[] = data?.body ?? [];
  const [picked, setPicked] = useState<Party>();
  const here = [known, picked, ...found].find((one) => one?.id === value && value !== null);
  // A draft that was kept over a reload knows the number alone.
  const asked = useQuery(
    orpc.customers.get.queryOptions({
      input: { id: value ?? 0 },
      enabled: value !== null && !here,
    }),
  );
  const chosen = here ?? asked.data;
  return (
    <ComboboxField
      className={className}
      label="Customer"
      optional
      placeholder="Search by name, company or email"
      value={value === null ? '' : String(value)}
      shown={value !== null && chosen ? partyNames(chosen).main : ''}
      aside={
        value !== null && (
          <button
            type="button"
            className="cursor-pointer border-0 bg-transparent p-0 text-12 text-accent hover:text-accent-hover hover:underline max-md:-my-3 max-md:py-3 max-md:pl-3"
            onClick={() => onChange(null)}
          >
            No customer
          </button>
        )
      }
      error={error}
      options={found.map((one) => {
        const { main, beside } = partyNames(one);
        return { value: String(one.id), label: main, detail: beside };
      })}
      loading={isFetching}
      emptyText="No customers found."
      onSearch={setText}
      onChange={(next) => {
        const one = found.find(({ id }) => String(id) === next);
        if (!one) return;
        setPicked(one);
        onChange(one.id);
      }}
    />
  );
}
