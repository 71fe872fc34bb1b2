import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customer } from '../../../shared/customers/customer.contract.ts';
import { orpc } from '../../lib/api.ts';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { partyNames } from '../party-names.ts';
import { useCustomerChoice } from '../use-customer-choice.ts';
import type { DraftCustomer } from './document-draft.ts';
import { toDraftCustomer } from './document-draft.ts';
import { useEditor, useEditorState } from './editor-context.ts';

/** Whose invoice it is: found by typing, or added without leaving the form. */
export function CustomerField() {
  const { store, CustomerDialog } = useEditor();
  const client = useQueryClient();
  const customer = useEditorState((state) => state.draft.customer);
  const error = useEditorState((state) => state.errors.customer);
  const [adding, setAdding] = useState<string>();
  const choose = (chosen: Customer) => store.setCustomer(toDraftCustomer(chosen));
  const { field } = useCustomerChoice(choose);
  const saved = (made: Customer) => {
    void client.invalidateQueries({ queryKey: orpc.customers.key() });
    choose(made);
    setAdding(undefined);
  };
  return (
    <div data-field="customer">
      <ComboboxField
        label="Customer"
        value={customer ? String(customer.id) : ''}
        shown={customer ? partyNames(customer).main : ''}
        aside={customer && <CustomerDetail customer={customer} />}
        error={error}
        {...field}
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
