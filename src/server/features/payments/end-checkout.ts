import type { Services } from '../../platform/http/services.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { findProfile } from '../profile/index.ts';
import { readInItsAccount } from './account-of.ts';
import type { CheckoutRow } from './checkout.store.ts';
import { updateCheckout } from './checkout.store.ts';
import { recordCheckout } from './record-checkout.ts';

type EndServices = Pick<Services, 'db' | 'clock' | 'seal' | 'payments' | 'log'>;

const LOOK_AGAIN_MS = 30 * 60_000;

/**
 * Ends an open checkout at its provider, so that nobody pays there any more. One that cannot be ended
 * because it has been paid is written as what it is.
 * @returns its status as it then stands
 * @throws ProviderError 'unavailable' when the provider is silent: it may still be paid
 */
export async function endCheckout(
  services: EndServices,
  row: CheckoutRow,
): Promise<CheckoutRow['status']> {
  const { db, clock, log } = services;
  const profile = await findProfile(db.orm, row.businessId);
  try {
    const found = profile && (await readInItsAccount(services, profile, row));
    const ended = found?.checkout && (await found.account.expireCheckout(found.checkout.id));
    if (ended && ended.state !== 'open' && ended.state !== 'approved') {
      return await recordCheckout(services, row, ended);
    }
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'unavailable') throw error;
    log.warn({ err: error, checkout: row.id }, 'a checkout could not be ended at its provider');
  }
  // Out of our reach, with keys that are gone or refused: the job still finds what is paid there.
  await updateCheckout(db.orm, row, {
    status: 'expired',
    nextCheckAt: new Date(clock.now().getTime() + LOOK_AGAIN_MS),
  });
  return 'expired';
}
