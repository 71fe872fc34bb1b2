import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FieldError } from '../../../../shared/errors/app-error.ts';
import type { InvoiceDetail, Payment } from '../../../../shared/invoices/invoice.contract.ts';
import { addMoney, formatMoney, isPositive, money } from '../../../../shared/money/money.ts';
import type { AccountPayment } from '../../../../shared/payments/account-payment.contract.ts';
import { api, orpc } from '../../../lib/api.ts';
import { ApiError, failure } from '../../../lib/api-error.ts';
import { useIdempotencyKeys } from '../../../lib/idempotency-key.ts';
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts';
import { notify } from '../../../ui/notify.tsx';
import { refreshAccount, refreshAfterChange } from '../refresh-invoices.ts';
import { formatDivision } from './payment-words.ts';

/** What a form shows of a call that failed: its words, and those of the fields. */
export interface Refusal {
  words: string;
  fields: FieldError[];
}

const refusal = (what: string, error: unknown): Refusal => ({
  words: failure(what, error),
  fields: error instanceof ApiError ? error.fields : [],
});

type Recorded = Parameters<typeof api.payments.record>[0];
type Part = Pick<AccountPayment['allocations'][number], 'invoiceId' | 'amount'>;

/**
 * What an owner does with payments that came past the providers, on the page of an invoice or a customer. Success is told
 * in a toast; a form is answered with what went wrong, and undefined then means that it is done.
 */
export function usePayments(invoice?: Pick<InvoiceDetail, 'id'>) {
  const client = useQueryClient();
  const keys = useIdempotencyKeys();
  const { run, busy } = useOneAtATime();

  const refresh = (...payments: Pick<AccountPayment, 'allocations'>[]) =>
    refreshAccount(
      client,
      new Set([
        ...(invoice ? [invoice.id] : []),
        ...payments.flatMap(({ allocations }) => allocations.map(({ invoiceId }) => invoiceId)),
      ]),
    );

  const attempt = (what: string, act: () => Promise<void>): Promise<Refusal | undefined> =>
    run(async () => {
      try {
        await act();
        return undefined;
      } catch (error) {
        // What the page shows may be older than what was refused.
        refresh();
        return refusal(what, error);
      }
    });

  return {
    busy,
    record: (input: Recorded) =>
      attempt('The payment was not recorded', async () => {
        const context = { idempotencyKey: keys.keyFor(input) };
        const payment = await api.payments.record(input, { context });
        keys.renew();
        refresh(payment);
        notify.success('Payment recorded', `${formatMoney(payment)}. ${formatDivision(payment)}`);
      }),
    /** Has a payment's credit settle further invoices; what it settles already stays. */
    apply: ({ id, invoiceId }: Pick<Payment, 'id' | 'invoiceId'>, parts: readonly Part[]) =>
      attempt('The credit was not applied', async () => {
        const before = await api.payments.get({ id });
        const stays = before.allocations.filter((one) => one.invoiceId !== invoiceId);
        const allocations = addParts(parts, stays, before.currency);
        const payment = await api.payments.allocate({ id, allocations });
        refresh(before, payment);
        notify.success('Credit applied', formatDivision(payment));
      }),
    undo: (id: number) =>
      attempt('The payment was not undone', async () => {
        const before = await api.payments.get({ id });
        const payment = await api.payments.reverse({ id });
        refresh(before, payment);
        notify.success('Payment undone', `${formatMoney(payment)} counts no longer.`);
      }),
    sendReceipt: async (id: number, to: string) => {
      const failed = await attempt('The receipt was not sent', async () => {
        refresh(await api.payments.sendReceipt({ id }));
        notify.success('Receipt on its way', `To ${to}`);
      });
      if (failed) notify.error('Error', failed.words);
    },
    writeOff: (input: { id: number; amount: string; reason: string }) =>
      attempt('Nothing was written off', async () => {
        const after = await api.invoices.writeOff(input);
        refreshAfterChange(client, after);
        const due = money(after.amountDue, after.currency);
        const rest = isPositive(due) ? `${formatMoney(due)} is still due.` : 'Nothing is due.';
        notify.success('Written off', rest);
      }),
  };
}

/** Parts with what was there before them: theirs come first, so that a refusal names them by place. */
function addParts(parts: readonly Part[], before: readonly Part[], currency: string): Part[] {
  const sum = (one: Part, other: Part | undefined): Part => ({
    invoiceId: one.invoiceId,
    amount: addMoney(money(one.amount, currency), money(other?.amount ?? '0', currency)).amount,
  });
  const added = new Set(parts.map(({ invoiceId }) => invoiceId));
  return [
    ...parts.map((part) =>
      sum(
        part,
        before.find(({ invoiceId }) => invoiceId === part.invoiceId),
      ),
    ),
    ...before
      .filter(({ invoiceId }) => !added.has(invoiceId))
      .map(({ invoiceId, amount }) => ({ invoiceId, amount })),
  ];
}

/** A payment with all that it settles. */
export const usePayment = (id: number | undefined) =>
  useQuery(orpc.payments.get.queryOptions({ input: { id: id ?? 0 }, enabled: id !== undefined }));
