import { useState } from 'react';
import { useParams } from 'react-router';
import type { Customer } from '../../shared/customers/customer.contract.ts';
import { useBusiness } from '../documents/use-business.ts';
import { AccountView } from '../features/customer-account/index.ts';
import { CustomerDialog } from '../features/customers/customer-dialog.tsx';
import { RecordPaymentDialog } from '../features/invoices/index.ts';
import { useFrozen } from '../ui/use-frozen.ts';

/** One customer's account, with the dialogs of other features over it. */
export function CustomerPage() {
  const { id = '' } = useParams();
  const { today } = useBusiness();
  const [editing, setEditing] = useState<Customer>();
  const [paying, setPaying] = useState<{ customer: Customer; currency: string }>();
  const payer = useFrozen(paying, paying !== undefined);
  const customerId = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
  return (
    <>
      <AccountView
        key={customerId}
        customerId={customerId}
        onEdit={setEditing}
        onRecordPayment={(customer, currency) => setPaying({ customer, currency })}
      />
      <CustomerDialog
        opened={editing !== undefined}
        customer={editing}
        onClose={() => setEditing(undefined)}
      />
      {payer && (
        <RecordPaymentDialog
          payer={{
            customerId: payer.customer.id,
            customer: payer.customer,
            currency: payer.currency,
          }}
          today={today}
          opened={paying !== undefined}
          onClose={() => setPaying(undefined)}
        />
      )}
    </>
  );
}
