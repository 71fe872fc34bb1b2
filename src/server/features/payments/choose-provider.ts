import { AppError } from '../../../shared/errors/app-error.ts';
import type { Money } from '../../../shared/money/money.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import type { Services } from '../../platform/http/services.ts';
import type { ProfileRow } from '../profile/index.ts';
import {
  accountName,
  formatChargeFaults,
  offeredMethods,
  paymentMethods,
} from '../profile/index.ts';
import { findNewestCheckout } from './checkout.store.ts';
import { lateRefusal } from './claim-checkout.ts';
import { ASK_BUSINESS, PAY_INSTEAD } from './provider-failure.ts';

/**
 * What else an amount can be paid through: what takes it, and has not just refused it.
 * @param asked the invoice; of several the first
 */
export async function findOtherMethod(
  services: Services,
  profile: ProfileRow,
  asked: { id: number; due: Money },
  provider: ProviderName,
): Promise<ProviderName | undefined> {
  for (const name of offeredMethods(profile, asked.due)) {
    if (name === provider) continue;
    const account = accountName(services, profile, name) ?? '';
    const { businessId } = profile;
    const last = await findNewestCheckout(services.db.orm, businessId, asked.id, name);
    const ask = { due: asked.due, account, now: services.clock.now() };
    if (lateRefusal(last, ask) === undefined) return name;
  }
  return undefined;
}

/**
 * The provider that is asked for, or the preferred one of those that can take the amount.
 * @throws AppError CONFLICT when there is none, with what keeps each from it
 */
export async function chooseProvider(
  profile: ProfileRow | undefined,
  wanted: ProviderName | undefined,
  due: Money,
  {
    isOwner,
    findOther,
    refused,
  }: {
    isOwner: boolean;
    findOther: (provider: ProviderName) => Promise<ProviderName | undefined> | undefined;
    refused: (message: string) => AppError;
  },
): Promise<ProviderName> {
  const taken = profile ? paymentMethods(profile) : [];
  const methods = taken.filter((name) => wanted === undefined || name === wanted);
  if (!profile || methods.length === 0) throw notSetUp(isOwner);
  const offered = offeredMethods(profile, due);
  const chosen = methods.find((name) => offered.includes(name));
  if (chosen) return chosen;
  const faults = formatChargeFaults(methods, due, isOwner ? 'owner' : 'customer');
  if (isOwner) throw refused(faults);
  const other = wanted && (await findOther(wanted));
  throw refused(`${faults} ${other ? PAY_INSTEAD[other] : ASK_BUSINESS}`);
}

export function notSetUp(isOwner: boolean): AppError {
  return new AppError(
    'CONFLICT',
    isOwner
      ? 'No payment provider is set up. Complete payment setup in your business profile.'
      : `This business does not take this kind of online payment. ${ASK_BUSINESS}`,
  );
}
