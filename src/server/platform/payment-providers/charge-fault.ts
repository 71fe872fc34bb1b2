import type { Decimal } from '../../../shared/money/decimal.ts';
import { parseDecimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney, money, readMoney } from '../../../shared/money/money.ts';
import type { ChargeRule } from './charge-rule.ts';
import { toChargeUnits } from './charge-rule.ts';
import type { ProviderName } from './payment-provider.ts';
import { paypalRule } from './paypal/paypal-currencies.ts';
import { stripeRule } from './stripe/stripe-currencies.ts';

const RULES: Record<ProviderName, (currency: string) => ChargeRule | undefined> = {
  stripe: stripeRule,
  paypal: paypalRule,
};

/**
 * What keeps a provider from taking an amount, as it is known without asking it: it stands behind
 * '… cannot be used for'. undefined when it takes it, as far as its documents say.
 */
export function findChargeFault(provider: ProviderName, amount: Money): string | undefined {
  const { currency } = amount;
  const rule = RULES[provider](currency);
  if (!rule) return `payments in ${currency}`;
  const units = toChargeUnits(amount, rule);
  if (units === undefined) return `amounts in ${currency} ${tooFine(rule)}`;
  const { places, minimum, maximum } = rule;
  const beyond = (bound: Decimal) => units - (parseDecimal(bound, places) ?? 0n);
  if (minimum !== undefined && beyond(minimum) < 0n) {
    return `payments below ${formatBound(minimum, currency)}`;
  }
  if (maximum !== undefined && beyond(maximum) > 0n) {
    return `payments above ${formatBound(maximum, currency)}`;
  }
  return undefined;
}

/** The least and the most that a provider takes of a currency; undefined where it takes none of it. */
export function chargeLimits(
  provider: ProviderName,
  currency: string,
): { least: Decimal | undefined; most: Decimal | undefined } | undefined {
  const rule = RULES[provider](currency);
  return rule && { least: rule.minimum, most: rule.maximum };
}

/** The same of what is given back, for which a provider's least and most do not hold. */
export function findRefundFault(provider: ProviderName, amount: Money): string | undefined {
  const rule = RULES[provider](amount.currency);
  if (!rule || toChargeUnits(amount, rule) !== undefined) return undefined;
  return `amounts in ${amount.currency} ${tooFine(rule)}`;
}

const tooFine = ({ precision }: ChargeRule) =>
  precision === 0
    ? 'with decimals'
    : `with more than ${precision === 2 ? 'two' : precision} decimals`;

function formatBound(bound: Decimal, currency: string): string {
  return formatMoney(readMoney(bound, currency) ?? money(bound, currency));
}
