import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { partyNames } from '../../documents/party-names.ts';
import { orpc } from '../../lib/api.ts';
import { useCustomerChoice } from '../../records/use-customer-choice.ts';
import { ComboboxField } from '../../ui/combobox-field.tsx';

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
  const [picked, setPicked] = useState<Party>();
  const { found, field } = useCustomerChoice((customer) => {
    setPicked(customer);
    onChange(customer.id);
  });
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
      {...field}
    />
  );
}
