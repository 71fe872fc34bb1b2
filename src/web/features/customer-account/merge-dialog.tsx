import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Customer } from '../../../shared/customers/customer.contract.ts';
import { partyNames } from '../../documents/party-names.ts';
import { useCustomerChoice } from '../../documents/use-customer-choice.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import type { Outcome } from '../../lib/use-submission.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notify.tsx';

interface Props {
  customer: Customer;
  opened: boolean;
  onClose: () => void;
}

/** Makes a customer one with another: says what happens, and asks with whom. */
export function MergeDialog({ customer, opened, onClose }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size={520}
      title={`Merge ${partyNames(customer).main}`}
      description="For a customer who is in your list twice."
    >
      <MergeForm customer={customer} onClose={onClose} />
    </Dialog>
  );
}

function MergeForm({ customer, onClose }: Omit<Props, 'opened'>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [into, setInto] = useState<Customer>();
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const refuse = (words: string): Outcome => {
    setFault(words);
    input.current?.focus();
    return 'open';
  };
  const { field } = useCustomerChoice((chosen) => {
    setInto(chosen);
    setFault(undefined);
  }, customer.id);
  const { main: from } = partyNames(customer);
  const target = into && partyNames(into).main;
  const submission = useSubmission(async () => {
    if (!into) return refuse('Choose the customer to merge into');
    try {
      const kept = await api.customers.merge({ id: customer.id, intoCustomerId: into.id });
      notify.success('Customers merged', `${from} is now part of ${partyNames(kept).main}.`);
      // Names, sums and lists of all kinds follow.
      void client.invalidateQueries();
      void navigate(`/customers/${kept.id}`, { replace: true });
      onClose();
      return 'done';
    } catch (error) {
      return refuse(errorMessage(error, 'Failed to merge customers'));
    }
  });
  return (
    <DialogForm submitLabel="Merge" submission={submission} onCancel={onClose}>
      <ComboboxField
        ref={input}
        label="Merge into"
        value={into ? String(into.id) : ''}
        shown={target ?? ''}
        error={fault}
        {...field}
      />
      <ul
        className="mt-4 mb-1 grid list-disc gap-2 pl-4.5 wrap-anywhere text-ink-2"
        aria-label="What happens"
      >
        <li>
          Documents, payments and expenses of <bdi>{from}</bdi> are shown with those of{' '}
          <bdi>{target ?? 'the other'}</bdi>, as one account.
        </li>
        <li>
          Nothing is rewritten: issued documents still say <bdi>{from}</bdi>.
        </li>
        <li>
          <bdi>{from}</bdi> is removed from your lists. Its page opens the other customer’s.
        </li>
        <li>
          You can separate them again as long as no payment from one settles an invoice of the
          other.
        </li>
      </ul>
    </DialogForm>
  );
}
