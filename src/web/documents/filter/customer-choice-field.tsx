import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../lib/api.ts';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { partyNames } from '../party-names.ts';
import { useCustomerChoice } from '../use-customer-choice.ts';

interface Party {
  id: number;
  name: string;
  company: string | null;
}

interface Props {
  className?: string | undefined;
  value: number | null;
  /** The customer of the stored record: found without asking, and even when deleted since. */
  known?: Party | null;
  /** What no customer is called: 'No customer'. */
  none: string;
  optional?: boolean;
  onChange: (customerId: number | null) => void;
  error?: string | undefined;
}

/** One of the customers, or none: found by typing. */
export function CustomerChoiceField({
  className,
  value,
  known = null,
  none,
  optional = false,
  onChange,
  error,
}: Props) {
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
      optional={optional}
      value={value === null ? '' : String(value)}
      shown={value !== null && chosen ? partyNames(chosen).main : ''}
      aside={
        value !== null && (
          <button
            type="button"
            className="cursor-pointer border-0 bg-transparent p-0 text-12 text-accent hover:text-accent-hover hover:underline max-md:-my-3 max-md:py-3 max-md:pl-3"
            onClick={() => onChange(null)}
          >
            {none}
          </button>
        )
      }
      error={error}
      {...field}
    />
  );
}
