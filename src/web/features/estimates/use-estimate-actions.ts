import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { namedInvoice, shownNumber } from '../../../shared/documents/document-number.ts';
import type { Estimate } from '../../../shared/estimates/estimate.contract.ts';
import { ESTIMATE_STATUS_LABELS } from '../../../shared/estimates/estimate-status.ts';
import { trialHasEnded } from '../../documents/trial-ended.ts';
import { api } from '../../lib/api.ts';
import { reason } from '../../lib/api-error.ts';
import { notify } from '../../ui/notify.tsx';
import { refreshAfterConversion, refreshEstimates } from './refresh-estimates.ts';

type Named = Pick<Estimate, 'id' | 'estimateNumber'>;

const STATUS_CALLS = {
  sent: api.estimates.markSent,
  accepted: api.estimates.accept,
  rejected: api.estimates.reject,
};
export type SetStatus = keyof typeof STATUS_CALLS;

export interface EstimateActions {
  /** Makes its invoice. @returns the invoice's id, undefined when it was refused */
  convert(estimate: Named): Promise<number | undefined>;
  /** Sets a status; accepted makes its invoice. @returns whether it was set */
  setStatus(estimate: Named, status: SetStatus): Promise<boolean>;
  /** Deletes, with an Undo in the toast. @returns whether it is gone */
  remove(estimate: Named): Promise<boolean>;
}

/**
 * What the list and the page do to estimates. Each tells its outcome in a toast.
 * @param onTrialExpired is told instead when the free trial has no invoice left
 */
export function useEstimateActions(onTrialExpired: () => void): EstimateActions {
  const client = useQueryClient();
  return useMemo(() => {
    const refused = (error: unknown, fallback: string) => {
      if (trialHasEnded(error)) onTrialExpired();
      else notify.error('Error', reason(error, fallback));
      // The refusal may mean that it is not what the screen shows any more.
      refreshEstimates(client);
    };
    return {
      async convert({ id }) {
        try {
          const invoice = await api.estimates.convert({ id });
          refreshAfterConversion(client);
          notify.success('Estimate Converted', `It became ${namedInvoice(invoice.invoiceNumber)}.`);
          return invoice.id;
        } catch (error) {
          refused(error, 'Failed to convert estimate');
          return undefined;
        }
      },
      async setStatus({ id }, status) {
        try {
          const saved = await STATUS_CALLS[status]({ id });
          refreshEstimates(client, saved);
          if (saved.invoice) {
            refreshAfterConversion(client);
            const became = `It became ${namedInvoice(saved.invoice.invoiceNumber)}.`;
            notify.success('Estimate Accepted & Converted', became);
          } else if (status === 'accepted' && saved.depositInvoices.length > 0) {
            refreshAfterConversion(client);
            const made = saved.depositInvoices.at(-1)?.invoiceNumber ?? '';
            notify.success('Estimate Accepted', `${shownNumber(made)} asks for its deposit.`);
          } else {
            const word = ESTIMATE_STATUS_LABELS[status].toLowerCase();
            notify.success(
              'Estimate Updated',
              `${shownNumber(saved.estimateNumber)} is now ${word}.`,
            );
          }
          return true;
        } catch (error) {
          refused(error, 'Failed to update estimate');
          return false;
        }
      },
      async remove({ id, estimateNumber }) {
        const undo = async () => {
          try {
            refreshEstimates(client, await api.estimates.restore({ id }));
            notify.success(
              'Estimate Restored',
              `${shownNumber(estimateNumber)} is back in your lists.`,
            );
          } catch (error) {
            notify.error('Error', reason(error, 'Failed to restore estimate'));
          }
        };
        try {
          await api.estimates.delete({ id });
        } catch {
          notify.error('Error', 'Failed to delete estimate. Please try again.');
          refreshEstimates(client);
          return false;
        }
        refreshEstimates(client);
        notify.success(
          'Estimate Deleted',
          `${shownNumber(estimateNumber)} is no longer in your lists.`,
          {
            label: 'Undo',
            onClick: () => void undo(),
          },
        );
        return true;
      },
    };
  }, [client, onTrialExpired]);
}
