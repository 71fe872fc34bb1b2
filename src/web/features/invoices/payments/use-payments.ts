import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { InvoiceDetail, Payment } from '../../../../shared/invoices/invoice.contract.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { formatMoney, isPositive, money } from '../../../../shared/money/money.ts';
import type { AccountPayment } from '../../../../shared/payments/account-payment.contract.ts';
import { addParts } from '../../../documents/payments/add-parts.ts';
import type { CreditPart } from '../../../documents/payments/apply-credit-dialog.tsx';
import { attemptsThat } from '../../../documents/payments/attempts.ts';
import { formatApplied, formatDivision } from '../../../documents/payments/payment-words.ts';
import { api, orpc } from '../../../lib/api.ts';
import type { KeyFor } from '../../../lib/use-submission.ts';
import { notify } from '../../../ui/notify.tsx';
import { refreshAccount, refreshAfterChange } from '../refresh-invoices.ts';

type Recorded = Parameters<typeof api.payments.record>[0];

/**
 * What an owner does with payments that came past the providers, on the page of an invoice or a customer. Success is told
 * in a toast; a form is answered with what went wrong, and undefined then means that it is done.
 */
export function usePayments(invoice?: Pick<InvoiceDetail, 'id'>) {
  const client = useQueryClient();
  const refresh = (...payments: Pick<AccountPayment, 'allocations'>[]) =>
    refreshAccount(
      client,
      new Set([
        ...(invoice ? [invoice.id] : []),
        ...payments.flatMap(({ allocations }) => allocations.map(({ invoiceId }) => invoiceId)),
      ]),
    );

  const attempt = attemptsThat(refresh);

  return {
    /** @param stays due on the invoices that it is for */
    record: (input: Recorded, stays: Money, keyFor: KeyFor) =>
      attempt('Failed to record payment', async () => {
        const context = { idempotencyKey: keyFor(input) };
        const payment = await api.payments.record(input, { context });
        refresh(payment);
        notify.success('Payment recorded', formatDivision(payment, stays));
      }),
    /** Has a payment's credit settle further invoices; what it settles already stays. */
    apply: ({ id, invoiceId }: Pick<Payment, 'id' | 'invoiceId'>, parts: readonly CreditPart[]) =>
      attempt('Failed to apply credit', async () => {
        const before = await api.payments.get({ id });
        const stays = before.allocations.filter((one) => one.invoiceId !== invoiceId);
        const allocations = addParts(parts, stays, before.currency);
        const payment = await api.payments.allocate({ id, allocations });
        refresh(before, payment);
        notify.success('Credit applied', formatApplied(payment, parts));
      }),
    undo: (id: number) =>
      attempt('Failed to undo payment', async () => {
        const before = await api.payments.get({ id });
        const payment = await api.payments.reverse({ id });
        refresh(before, payment);
        notify.success('Payment undone', `${formatMoney(payment)} no longer counts.`);
      }),
    sendReceipt: async (id: number, to: string) => {
      const failed = await attempt('Failed to send receipt', async () => {
        refresh(await api.payments.sendReceipt({ id }));
        const { bouncedAt } = await api.emails.address({ address: to });
        if (bouncedAt) {
          const words = `An earlier email to ${to} came back. Correct the customer’s address first.`;
          notify.error('Receipt not sent', words);
        } else {
          notify.success('Receipt on its way', `To ${to}`);
        }
      });
      if (failed) notify.error('Error', failed.words);
    },
    writeOff: (input: { id: number; amount: string; reason: string }) =>
      attempt('Failed to write off the amount', async () => {
        const after = await api.invoices.writeOff(input);
        refreshAfterChange(client, after);
        const due = money(after.amountDue, after.currency);
        const rest = isPositive(due) ? `${formatMoney(due)} is still due.` : 'Nothing is due.';
        notify.success('Written off', rest);
      }),
    undoWriteOff: (id: number) =>
      attempt('Failed to undo the write-off', async () => {
        const after = await api.invoices.undoWriteOff({ id });
        refreshAfterChange(client, after);
        const due = formatMoney(money(after.amountDue, after.currency));
        notify.success('Write-off undone', `${due} is due.`);
      }),
  };
}

/** A payment with all that it settles. */
export const usePayment = (id: number | undefined) =>
  useQuery(orpc.payments.get.queryOptions({ input: { id: id ?? 0 }, enabled: id !== undefined }));
