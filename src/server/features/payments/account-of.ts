import type { Services } from '../../platform/http/services.ts';
import type {
  Checkout,
  PaymentProvider,
} from '../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import type { ProfileRow } from '../profile/index.ts';
import { accountName, openAccount, openRetiredAccount } from '../profile/index.ts';
import type { CheckoutRow } from './checkout.store.ts';

type AccountServices = Pick<Services, 'db' | 'seal' | 'payments'>;

export interface CheckoutAccount {
  account: PaymentProvider;
  /** The business has other keys now: nobody is to pay here any more. */
  retired: boolean;
}

/**
 * The account that a checkout stands in: the business's own, or the one whose keys it had when the
 * checkout was made. A key that was only renewed opens the same account, so a retired one that is
 * refused leaves the current one.
 */
export async function readInItsAccount(
  services: AccountServices,
  profile: ProfileRow,
  row: CheckoutRow,
): Promise<(CheckoutAccount & { checkout: Checkout | undefined }) | undefined> {
  const id = row.providerId;
  if (id === null) return undefined;
  if (accountName(services, profile, row.provider) !== row.account) {
    const old = await openRetiredAccount(services, services.db.orm, row);
    const checkout = await old?.readCheckout(id).catch((error: unknown) => {
      if (error instanceof ProviderError && error.kind === 'credentials') return undefined;
      throw error;
    });
    if (old && checkout) return { account: old, retired: true, checkout };
  }
  const account = openAccount(services, profile, row.provider);
  return account && { account, retired: false, checkout: await account.readCheckout(id) };
}
