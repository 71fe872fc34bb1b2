import { skipToken, useQuery } from '@tanstack/react-query';
import { isEmailAddress } from '../../../shared/contract/email-address.ts';
import { orpc } from '../../lib/api.ts';
import { TYPING_MS, useDebouncedValue } from '../../lib/use-debounced-value.ts';

interface Typed {
  email?: string | null | undefined;
  vatId?: string | null | undefined;
}

interface Customer {
  name: string;
  company: string | null;
}

/** Who has the address or the VAT ID already that is being typed, in words for each; '' for nobody. */
export function useSameCustomers(typed: Typed, exceptId: number | undefined) {
  const address = useDebouncedValue(typed.email?.trim() ?? '', TYPING_MS);
  const vatId = useDebouncedValue(typed.vatId?.trim() ?? '', TYPING_MS);
  const email = isEmailAddress(address) ? address : '';
  const hasSome = email !== '' || vatId.length > 3;
  const { data } = useQuery(
    orpc.customers.same.queryOptions({
      input: hasSome ? { email, vatId: vatId.slice(0, 30), exceptId } : skipToken,
      gcTime: 0,
    }),
  );
  const isSame = (now: string | null | undefined, asked: string) => now?.trim() === asked;
  const words = (found: Customer | null | undefined, what: string) =>
    found
      ? `${found.company ?? found.name} has this ${what} already. You can save it all the same.`
      : '';
  return {
    email: isSame(typed.email, address) ? words(data?.byEmail, 'email address') : '',
    vatId: isSame(typed.vatId, vatId) ? words(data?.byVatId, 'VAT ID') : '',
  };
}
