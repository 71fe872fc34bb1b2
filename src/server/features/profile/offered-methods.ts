import type { Money } from '../../../shared/money/money.ts';
import { isPositive } from '../../../shared/money/money.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { PAYER_LABELS, PROVIDER_LABELS } from '../../../shared/payments/provider-labels.ts';
import { paymentMethods } from '../../../shared/profile/payment-methods.ts';
import { findChargeFault } from '../../platform/payment-providers/charge-fault.ts';
import type { ProfileRow } from './profile.store.ts';

/** Of what the business takes, what an amount can be paid through; all of it where nothing is due. */
export function offeredMethods(profile: ProfileRow, due: Money): ProviderName[] {
  const methods = paymentMethods(profile);
  return isPositive(due) ? methods.filter((name) => !findChargeFault(name, due)) : methods;
}

/**
 * Why none of some providers can take an amount, a sentence for each: 'Stripe cannot be used for
 * payments in IQD.' Empty where one can.
 */
export function formatChargeFaults(
  providers: readonly ProviderName[],
  due: Money,
  reader: 'owner' | 'customer',
): string {
  const labels = reader === 'owner' ? PROVIDER_LABELS : PAYER_LABELS;
  const faults = providers.map((name) => ({ name, fault: findChargeFault(name, due) }));
  if (faults.some(({ fault }) => fault === undefined)) return '';
  return faults.map(({ name, fault }) => `${labels[name]} cannot be used for ${fault}.`).join(' ');
}
