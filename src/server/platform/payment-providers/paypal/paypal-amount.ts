import type { Decimal } from '../../../../shared/money/hundredths.ts';
import { hundredths, parseHundredths, toDecimal } from '../../../../shared/money/hundredths.ts';
import { ProviderError } from '../payment-provider.ts';

/** Currencies that PayPal takes without decimals. https://developer.paypal.com/api/rest/reference/currency-codes/ */
const WHOLE = new Set(['HUF', 'JPY', 'TWD']);

export interface PaypalMoney {
  currency_code: string;
  value: string;
}

/**
 * An amount as PayPal wants it: "1500.00" yen are "1500".
 * @throws ProviderError 'rejected' when the currency has no decimals and the amount has
 */
export function toPaypalMoney(amount: Decimal, currency: string): PaypalMoney {
  const value = hundredths(amount);
  if (!WHOLE.has(currency)) return { currency_code: currency, value: toDecimal(value) };
  if (value % 100n !== 0n) {
    throw new ProviderError(
      'rejected',
      `PayPal takes ${currency} in whole amounts only.`,
      'DECIMALS_NOT_SUPPORTED',
    );
  }
  return { currency_code: currency, value: (value / 100n).toString() };
}

/** "1500" yen are "1500.00" here. undefined: an amount that cannot be exact with two decimals. */
export function fromPaypalValue(value: string): Decimal | undefined {
  const parsed = parseHundredths(value);
  return parsed === undefined ? undefined : toDecimal(parsed);
}
