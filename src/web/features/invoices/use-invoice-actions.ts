import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { PaymentMethod } from '../../../shared/invoices/invoice-status.ts';
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import { dateToday } from '../../documents/date-today.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { ApiError, hasCode, errorMessage } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { notify } from '../../ui/notify.tsx';
import { notifySettled } from './notify-settled.ts';
import {
  refreshAccount,
  refreshAfterChange,
  refreshAfterDelete,
  refreshInvoice,
} from './refresh-invoices.ts';

type Named = Pick<Invoice, 'id' | 'invoiceNumber'>;

export interface PaymentMade {
  paymentMethod: PaymentMethod;
  paymentDate: string;
}

export interface PaymentOutcome {
  /** Whether all were marked. */
  marked: boolean;
  /** What the server says about the date, for its field: no toast tells it. */
  dateFault?: string;
}

export interface InvoiceActions {
  /** Records the payment. */
  markPaid(invoices: readonly Named[], input: PaymentMade): Promise<PaymentOutcome>;
  markSent(invoice: Named): Promise<boolean>;
  /** Deletes, with an Undo in the toast. @returns whether all are gone */
  remove(invoices: readonly Named[]): Promise<boolean>;
}

/** What lists and pages do to invoices. Each tells its outcome in a toast. */
export function useInvoiceActions(): InvoiceActions {
  const client = useQueryClient();
  const { today } = useBusiness();
  return useMemo(
    () => ({
      async markPaid(invoices, input) {
        const payments: number[] = [];
        const { failed, done } = await each(
          invoices,
          async ({ id }) => {
            const answer = await api.payments.markPaid({ id: String(id), ...input });
            if (!('lineItems' in answer)) return;
            refreshAfterChange(client, answer);
            payments.push(Math.max(...answer.payments.map((payment) => payment.id)));
          },
          // It is the date of all of them.
          (error) => findDateFault(error) !== undefined,
        );
        const dateFault = findDateFault(failed.at(-1)?.error);
        if (dateFault !== undefined) return { marked: false, dateFault };
        if (failed.length > 0) {
          notifyFailures('Failed to mark invoice as paid', failed, done.length);
        } else {
          const words = 'Invoice marked as paid';
          const undo = async () => {
            try {
              for (const id of payments) await api.payments.reverse({ id });
              notify.success('Success', nameIn('Payment undone', invoices, 'Payments undone'));
            } catch (error) {
              notify.error('Error', errorMessage(error, 'Failed to undo payment'));
            }
            refreshAccount(
              client,
              invoices.map(({ id }) => id),
            );
          };
          notify.success(
            'Success',
            nameIn(words, invoices, `${invoices.length} invoices marked as paid`),
            payments.length > 0 ? { label: 'Undo', onClick: () => void undo() } : undefined,
          );
        }
        return { marked: failed.length === 0 };
      },
      async markSent({ id }) {
        const issue = async (): Promise<boolean> => {
          try {
            const sent = await api.invoices.markSent({ id });
            refreshAfterChange(client, sent);
            notify.success('Success', nameIn('Invoice marked as sent', [sent]));
            return true;
          } catch (error) {
            const mend = dateToday(error, {
              today,
              read: () => api.invoices.get({ id }),
              save: (dates) => api.invoices.update({ id, ...dates }),
              issue,
            });
            notify.error('Error', errorMessage(error, 'Failed to update invoice'), mend);
            refreshInvoice(client, id);
            return false;
          }
        };
        return issue();
      },
      async remove(invoices) {
        const { failed, done } = await each(invoices, ({ id }) => api.invoices.delete({ id }));
        const ids = done.map(({ id }) => id);
        const putBack = refreshAfterDelete(client, ids);
        const undo = async () => {
          const restored = await each(done, async ({ id }) => {
            refreshAfterChange(client, await api.invoices.restore({ id }));
          });
          putBack();
          if (restored.failed.length > 0) {
            notifyFailures('Failed to restore invoice', restored.failed, restored.done.length);
          } else {
            notify.success('Success', nameIn('Invoice restored', done, 'Invoices restored'));
          }
        };
        if (failed.length > 0) {
          notifyFailures('Failed to delete invoice', failed, done.length);
        } else {
          const words = nameIn('Invoice deleted', invoices, `${invoices.length} invoices deleted`);
          notify.success('Success', words, { label: 'Undo', onClick: () => void undo() });
        }
        return failed.length === 0;
      },
    }),
    [client, today],
  );
}

/** What was done, with the number of the only one that it was done to. */
function nameIn(one: string, invoices: readonly Named[], many = one) {
  const [only] = invoices;
  if (invoices.length !== 1 || !only) return many;
  return { words: one, about: shownNumber(only.invoiceNumber) };
}

interface Outcome<T> {
  done: T[];
  failed: { one: T; error: unknown }[];
}

/** What the server says about the date of a payment. */
export function findDateFault(error: unknown): string | undefined {
  const fields = error instanceof ApiError ? error.fields : [];
  return fields.find(({ path }) => path === 'paymentDate')?.message;
}

/**
 * One after the other, so that a selection of hundreds is no storm of requests.
 * @param endsAll whether an error would be everyone's: the rest is not tried then
 */
async function each<T extends Named>(
  invoices: readonly T[],
  act: (invoice: T) => Promise<unknown>,
  endsAll: (error: unknown) => boolean = () => false,
): Promise<Outcome<T>> {
  const outcome: Outcome<T> = { done: [], failed: [] };
  for (const one of invoices) {
    try {
      await act(one);
      outcome.done.push(one);
    } catch (error) {
      outcome.failed.push({ one, error });
      if (endsAll(error)) break;
    }
  }
  return outcome;
}

function notifyFailures(words: string, failed: Outcome<Named>['failed'], done: number): void {
  const [first] = failed;
  if (hasCode(first?.error, 'ALREADY_PAID')) {
    notifySettled(first?.error);
    return;
  }
  if (failed.length === 1 && done === 0) {
    notify.error(
      'Error',
      hasCode(first?.error, 'CONFLICT') ? errorMessage(first?.error, words) : words,
    );
    return;
  }
  const numbers = failed.slice(0, 5).map(({ one }) => shownNumber(one.invoiceNumber));
  const more = failed.length > numbers.length ? ` and ${failed.length - numbers.length} more` : '';
  notify.error('Error', `${words}: ${numbers.join(', ')}${more}. ${done} done.`);
}
