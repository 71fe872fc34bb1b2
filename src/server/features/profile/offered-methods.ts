import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import {
  compareMoney,
  fromMinorUnits,
  isPositive,
  readMoney,
} from '../../../shared/money/money.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { PAYER_LABELS, PROVIDER_LABELS } from '../../../shared/payments/provider-labels.ts';
import { paymentMethods } from '../../../shared/profile/payment-methods.ts';
import { chargeLimits, findChargeFault } from '../../platform/payment-providers/charge-fault.ts';
import type { ProfileRow } from './profile.store.ts';

/** Of what the business takes, what an amount can be paid through; all of it where nothing is due. */
export function offeredMethods(profile: ProfileRow, due: Money): ProviderName[] {
  const methods = paymentMethods(profile);
  return isPositive(due) ? methods.filter((name) => !findChargeFault(name, due)) : methods;
}

/**
 * Between which amounts each way to pay takes a part of what is due; those that take none are left out.
 */
export function partLimits(
  profile: ProfileRow,
  due: Money,
): Partial<Record<ProviderName, { least: Decimal; most: Decimal }>> {
  const { currency } = due;
  const smallest = fromMinorUnits(1n, currency);
  const limits = paymentMethods(profile).flatMap((name) => {
    const bounds = chargeLimits(name, currency);
    if (!bounds) return [];
    const bound = (amount: Decimal | undefined, otherwise: Money) =>
      (amount && readMoney(amount, currency)) || otherwise;
    const least = bound(bounds.least, smallest);
    const most = bound(bounds.most, due);
    const upTo = compareMoney(most, due) < 0 ? most : due;
    return compareMoney(least, upTo) > 0
      ? []
      : [[name, { least: least.amount, most: upTo.amount }] as const];
  });
  return Object.fromEntries(limits);
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
