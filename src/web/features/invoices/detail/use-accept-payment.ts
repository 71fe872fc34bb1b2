import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Payment } from '../../../../shared/invoices/invoice.contract.ts';
import { api } from '../../../lib/api.ts';
import { reason } from '../../../lib/api-error.ts';
import { notify } from '../../../ui/notify.tsx';
import { refreshAfterChange, refreshInvoice } from '../refresh-invoices.ts';

/** Counts a payment that is in review as it is. Tells its outcome in a toast. */
export function useAcceptPayment(invoiceId: number) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const accept = async ({ id }: Pick<Payment, 'id'>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const after = await api.payments.acceptPayment({ id: invoiceId, paymentId: id });
      refreshAfterChange(client, after);
      notify.success('Success', 'Payment counted');
    } catch (error) {
      notify.error('Error', reason(error, 'The payment could not be counted. Try again.'));
      // It may have been decided elsewhere.
      refreshInvoice(client, invoiceId);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { accept, busy };
}
