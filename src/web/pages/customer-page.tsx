import { useState } from 'react';
import { useParams } from 'react-router';
import type { Customer } from '../../shared/customers/customer.contract.ts';
import type { AccountPayment } from '../../shared/payments/account-payment.contract.ts';
import { useBusiness } from '../documents/use-business.ts';
import type { PaymentStep } from '../features/customer-account/index.ts';
import { AccountView } from '../features/customer-account/index.ts';
import { CustomerDialog } from '../features/customers/customer-dialog.tsx';
import type { AskedPayment } from '../features/invoices/index.ts';
import {
  AccountPaymentDialogs,
  RecordPaymentDialog,
  usePayments,
} from '../features/invoices/index.ts';
import { orpc } from '../lib/api.ts';
import type { Preload } from '../lib/preload.ts';
import { parseId } from '../lib/preload.ts';
import { useFrozen } from '../ui/use-frozen.ts';

export const preload: Preload = (client, { params }) =>
  client.prefetchQuery(
    orpc.customerAccounts.get.queryOptions({ input: { id: parseId(params['id']) } }),
  );

/** One customer's account, with the dialogs of other features over it. */
export function Component() {
  const { id } = useParams();
  const { today } = useBusiness();
  const [editing, setEditing] = useState<Customer>();
  const [paying, setPaying] = useState<{ customer: Customer; currency: string }>();
  const [asked, setAsked] = useState<AskedPayment>();
  const { sendReceipt } = usePayments();
  const payer = useFrozen(paying, paying !== undefined);
  const customerId = parseId(id);
  const onPayment = ({ email }: Customer, payment: AccountPayment, what: PaymentStep) => {
    if (what === 'sendReceipt') void sendReceipt(payment.id, email ?? '');
    else setAsked({ what, payment });
  };
  return (
    <>
      <AccountView
        key={customerId}
        customerId={customerId}
        onEdit={setEditing}
        onRecordPayment={(customer, currency) => setPaying({ customer, currency })}
        onPayment={onPayment}
      />
      <AccountPaymentDialogs
        customerId={customerId}
        asked={asked}
        onClose={() => setAsked(undefined)}
      />
      <CustomerDialog
        opened={editing !== undefined}
        record={editing}
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
