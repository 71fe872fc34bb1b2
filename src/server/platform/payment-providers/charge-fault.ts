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
 * What keeps a provider from taking an amount, as it is known without asking it: behind
 * '… cannot be used for'. undefined when it takes it, as far as its documents say.
 */
export function findChargeFault(provider: ProviderName, amount: Money): string | undefined {
  const { currency } = amount;
  const rule = RULES[provider](currency);
  if (!rule) return `payments in ${currency}`;
  const units = toChargeUnits(amount, rule);
  if (units === undefined) return `amounts in ${currency} ${tooFine(rule)}`;
  const { minimum, maximum } = rule;
  const compared = (bound: Decimal) => units - (parseDecimal(bound, rule.places) ?? 0n);
  if (minimum !== undefined && compared(minimum) < 0n) {
    return `payments below ${formatBound(minimum, currency)}`;
  }
  if (maximum !== undefined && compared(maximum) > 0n) {
    return `payments above ${formatBound(maximum, currency)}`;
  }
  return undefined;
}

/** Whether a provider takes a part of a payment in these decimals; its bounds hold for charges alone. */
export function findPrecisionFault(provider: ProviderName, amount: Money): string | undefined {
  const rule = RULES[provider](amount.currency);
  if (!rule || toChargeUnits(amount, rule) !== undefined) return undefined;
  return `amounts in ${amount.currency} ${tooFine(rule)}`;
}

const tooFine = ({ precision }: ChargeRule) =>
  precision === 0 ? 'with decimals' : `with more than ${precision} decimals`;

function formatBound(bound: Decimal, currency: string): string {
  return formatMoney(readMoney(bound, currency) ?? money(bound, currency));
}
