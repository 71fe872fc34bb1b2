import { useQueryClient } from '@tanstack/react-query';
import type { Payment } from '../../../../shared/invoices/invoice.contract.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { formatMoney } from '../../../../shared/money/money.ts';
import { isUnreachable, errorMessage } from '../../../lib/api-error.ts';
import { api } from '../../../lib/api.ts';
import type { KeyFor } from '../../../lib/use-submission.ts';
import { notify } from '../../../ui/notify.tsx';
import { refreshAfterChange, refreshInvoice } from '../refresh-invoices.ts';

/** What is given back, and of which payment. */
export interface Refund {
  payment: Payment;
  amount: Money;
  /** To the customer; nothing is written where it is empty. */
  message?: string;
  /** Whether the customer owes it still, where the owner says so; what is so then decides otherwise. */
  stillOwed?: boolean | undefined;
}

/** What is read when nobody knows whether the call arrived: the same key repeats it safely. */
const NO_ANSWER =
  'Remit did not respond. Try again when you are online: nothing is refunded twice.';
const REFUSED = 'The refund failed. Nothing was refunded; try again in a moment.';

/** Gives an online payment of this invoice back. */
export function useRefund(invoiceId: number) {
  const client = useQueryClient();
  /** Success is told in a toast. @returns undefined then, else what went wrong in words */
  return async (
    { payment, amount, message = '', stillOwed }: Refund,
    keyFor: KeyFor,
  ): Promise<string | undefined> => {
    const input = {
      id: invoiceId,
      paymentId: payment.id,
      amount: amount.amount,
      ...(message.trim() ? { message } : {}),
      ...(stillOwed === undefined ? {} : { stillOwed }),
    };
    try {
      const after = await api.payments.refund(input, {
        context: { idempotencyKey: keyFor(input) },
      });
      refreshAfterChange(client, after);
      notify.success('Success', `${formatMoney(amount)} refunded`);
      return undefined;
    } catch (failed) {
      // What is left may be less than the page knows.
      refreshInvoice(client, invoiceId);
      return isUnreachable(failed) ? NO_ANSWER : errorMessage(failed, REFUSED);
    }
  };
}
