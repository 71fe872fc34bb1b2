import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { IssuedInvoices } from '../../shared/documents/number-series/issued-invoices.ts';
import type { BusinessProfile } from '../../shared/profile/profile.contract.ts';
import { failure } from '../lib/api-error.ts';
import { api, orpc } from '../lib/api.ts';
import { notify } from '../ui/notify.tsx';

/** Decides what may be done to issued invoices. */
export function useSetIssuedInvoices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (issuedInvoices: IssuedInvoices) =>
      api.profile.setIssuedInvoices({ issuedInvoices }),
    onSuccess: ({ issuedInvoices }) => {
      client.setQueryData<BusinessProfile>(
        orpc.profile.get.queryKey(),
        (profile) => profile && { ...profile, issuedInvoices, issuedInvoicesChosen: true },
      );
      // Whether each may be changed is part of its answer.
      void client.invalidateQueries({ queryKey: orpc.invoices.key() });
      const words =
        issuedInvoices === 'fixed'
          ? 'Issued invoices stay as they are from now on'
          : 'Invoices that you issue from now on can be changed';
      notify.success('Success', words);
    },
    onError: (error) => notify.error('Error', failure('Failed to save the setting', error)),
  });
}
