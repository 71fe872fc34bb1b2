import { useQueryClient } from '@tanstack/react-query';
import type { Payment } from '../../../../shared/invoices/invoice.contract.ts';
import { api } from '../../../lib/api.ts';
import { reason } from '../../../lib/api-error.ts';
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts';
import { notify } from '../../../ui/notify.tsx';
import { refreshAfterChange, refreshInvoice } from '../refresh-invoices.ts';

/** Counts a payment that is in review as it is. Tells its outcome in a toast. */
export function useAcceptPayment(invoiceId: number) {
  const client = useQueryClient();
  const { run, busy } = useOneAtATime();

  const accept = ({ id }: Pick<Payment, 'id'>) =>
    run(async () => {
      try {
        const after = await api.payments.acceptPayment({ id: invoiceId, paymentId: id });
        refreshAfterChange(client, after);
        notify.success('Success', 'Payment counted');
      } catch (error) {
        notify.error('Error', reason(error, 'The payment could not be counted. Try again.'));
        // It may have been decided elsewhere.
        refreshInvoice(client, invoiceId);
      }
    });
  return { accept, busy };
}
