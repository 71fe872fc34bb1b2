import { useQuery } from '@tanstack/react-query';
import { DEFAULT_CURRENCY } from '../../shared/money/currencies.ts';
import { orpc } from './api.ts';

/** The business's currency, and with it those of what was invoiced: what the owner uses. */
export function useCurrencies(): { own: string; currencies: string[] } {
  const { data: profile } = useQuery(orpc.profile.get.queryOptions());
  const { data } = useQuery(orpc.invoices.summary.queryOptions({ input: {} }));
  const own = profile?.currency ?? DEFAULT_CURRENCY;
  const invoiced = data?.all.sums.map(({ currency }) => currency) ?? [];
  return { own, currencies: [...new Set([own, ...invoiced])] };
}
