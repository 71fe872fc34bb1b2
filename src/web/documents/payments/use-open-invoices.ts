import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MAX_PAGE } from '../../../shared/lists/list-query.ts';
import { isPositive, money } from '../../../shared/money/money.ts';
import { byDueDate } from '../../../shared/payments/divide-payment.ts';
import { orpc } from '../../lib/api.ts';
import type { OpenInvoice } from './use-division.ts';

/** What a customer owes in a currency: what was due first comes first. */
export function useOpenInvoices(customerId: number, currency: string) {
  const input = { customerId, status: 'unpaid', limit: MAX_PAGE } as const;
  const { data, isError, isPending } = useQuery(orpc.invoices.list.queryOptions({ input }));
  const invoices = useMemo(
    () =>
      (data?.body ?? [])
        .filter((one) => one.currency === currency && isPositive(money(one.amountDue, currency)))
        .toSorted(byDueDate),
    [data, currency],
  );
  return { invoices: invoices satisfies readonly OpenInvoice[], isError, isPending };
}
