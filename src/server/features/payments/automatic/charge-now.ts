import { AppError } from '../../../../shared/errors/app-error.ts';
import type {
  ChargeNowInput,
  ChargeOutcome,
} from '../../../../shared/payments/card-charge.contract.ts';
import type { Services } from '../../../platform/http/services.ts';
import type { PaymentProvider } from '../../../platform/payment-providers/payment-provider.ts';
import { readInvoice } from '../../invoices/index.ts';
import type { ProfileRow } from '../../profile/index.ts';
import { accountName, findProfile, openAccount } from '../../profile/index.ts';
import { providerFailure } from '../provider-failure.ts';
import { charge } from './charge-saved-card.ts';
import { claimCharge } from './claim-charge.ts';
import { readCharge } from './present-charge.ts';

const NOTHING_CHARGED = 'The invoice was changed or paid meanwhile. Nothing was charged.';

/**
 * Charges a customer's saved card for what is due of an invoice, at once, by its owner's word. Each attempt
 * is made once: however often it is asked, and whatever the job does, one of them charges.
 * @throws AppError NOT_FOUND, ALREADY_PAID, STALE (not what was confirmed, with the `current` charge),
 *   CONFLICT (not covered by what the customer agreed to, not due yet, held, being confirmed; refused keys)
 */
export async function chargeNow(
  services: Services,
  businessId: string,
  { id, ...byHand }: ChargeNowInput,
): Promise<ChargeOutcome> {
  const { db, clock } = services;
  await readInvoice(db.orm, businessId, id, clock.now());
  const { profile, account } = await openStripe(services, businessId);
  const name = accountName(services, profile, 'stripe') ?? '';
  const claim = await claimCharge(services, { profile, account: name, invoiceId: id, byHand });
  if (!claim) throw new AppError('CONFLICT', NOTHING_CHARGED);
  const taken = await charge(services, account, claim);
  if (taken.state === 'dropped') {
    throw taken.error
      ? providerFailure(taken.error, 'stripe', true)
      : new AppError('CONFLICT', NOTHING_CHARGED);
  }
  const after = await readCharge(services, businessId, id);
  const isDeclined = taken.state === 'declined';
  return {
    outcome: taken.state,
    reason: isDeclined ? (taken.reason ?? null) : null,
    retryOn: isDeclined ? after.date : null,
    charge: after,
  };
}

/** @throws AppError CONFLICT where no account is connected, or its keys cannot be read */
async function openStripe(
  services: Services,
  businessId: string,
): Promise<{ profile: ProfileRow; account: PaymentProvider }> {
  const profile = await findProfile(services.db.orm, businessId);
  try {
    const account = profile && openAccount(services, profile, 'stripe');
    if (profile && account?.chargeSavedCard) return { profile, account };
  } catch (error) {
    throw providerFailure(error, 'stripe', true);
  }
  throw new AppError(
    'CONFLICT',
    'Stripe is not connected. Check the payment settings in your business profile.',
  );
}
