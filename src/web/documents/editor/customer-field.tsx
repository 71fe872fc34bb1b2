import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customer } from '../../../shared/customers/customer.contract.ts';
import { searchedFor } from '../../../shared/lists/search-text.ts';
import { orpc } from '../../lib/api.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { partyNames } from '../party-names.ts';
import type { DraftCustomer } from './document-draft.ts';
import { toDraftCustomer } from './document-draft.ts';
import { useEditor, useEditorState } from './editor-context.ts';

const SHOWN = 20;

/** Whose invoice it is: found by typing, or added without leaving the form. */
export function CustomerField() {
  const { store, CustomerDialog } = useEditor();
  const client = useQueryClient();
  const customer = useEditorState((state) => state.draft.customer);
  const error = useEditorState((state) => state.errors.customer);
  const [text, setText] = useState('');
  const [adding, setAdding] = useState<string>();
  const search = useDebouncedValue(searchedFor(text), 120);
  const { data, isFetching } = useQuery(
    orpc.customers.list.queryOptions({
      input: { limit: SHOWN, ...(search === '' ? {} : { search }) },
      placeholderData: keepPreviousData,
    }),
  );
  const customers = data?.body ?? [];
  const choose = (chosen: Customer) => store.setCustomer(toDraftCustomer(chosen));
  const saved = (made: Customer) => {
    void client.invalidateQueries({ queryKey: orpc.customers.key() });
    choose(made);
    setAdding(undefined);
  };
  return (
    <div data-field="customer">
      <ComboboxField
        label="Customer"
        placeholder="Search by name, company or email"
        value={customer ? String(customer.id) : ''}
        shown={customer ? partyNames(customer).main : ''}
        aside={customer && <CustomerDetail customer={customer} />}
        error={error}
        options={customers.map((one) => ({
          value: String(one.id),
          // By name, as they are sorted.
          label: one.name,
          detail: [one.company, one.email].filter(Boolean).join(', ') || undefined,
        }))}
        loading={isFetching}
        emptyText="No customers found."
        onSearch={setText}
        onChange={(value) => {
          const chosen = customers.find((one) => String(one.id) === value);
          if (chosen) choose(chosen);
        }}
        action={{ label: 'Add customer', onClick: (typed) => setAdding(typed.trim()) }}
      />
      <CustomerDialog
        opened={adding !== undefined}
        initialName={adding ?? ''}
        onClose={() => setAdding(undefined)}
        onSaved={saved}
      />
    </div>
  );
}

function describeCustomer(customer: DraftCustomer): string | undefined {
  const { beside } = partyNames(customer);
  return [beside, customer.email].filter(Boolean).join(', ') || undefined;
}

function CustomerDetail({ customer }: { customer: DraftCustomer }) {
  const detail = describeCustomer(customer);
  return detail ? (
    // Beside the label on one line, however long: the field below must not move.
    <span className="min-w-0 truncate text-13 text-muted" title={detail}>
      {detail}
    </span>
  ) : null;
}
