/**
 * What PayPal takes: https://developer.paypal.com/api/rest/reference/currency-codes/, read in November
 * 2026. Reais, renminbi and ringgit are taken by accounts of those countries only.
 */

import { isCurrency } from '../../../../shared/money/currencies.ts';
import { writeDecimal } from '../../../../shared/money/decimal.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { readMoney } from '../../../../shared/money/money.ts';
import type { ChargeRule } from '../charge-rule.ts';
import { toChargeUnits } from '../charge-rule.ts';
import { ProviderError } from '../payment-provider.ts';

const SUPPORTED = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(
    ' ',
  ),
);
/** "This currency does not support decimals. If you pass a decimal amount, an error occurs." */
const WHOLE = new Set(['HUF', 'JPY', 'TWD']);

export interface PaypalMoney {
  currency_code: string;
  value: string;
}

/** @param currency in capitals; undefined for one that PayPal does not take */
export function paypalRule(currency: string): ChargeRule | undefined {
  if (!SUPPORTED.has(currency)) return undefined;
  const places = WHOLE.has(currency) ? 0 : 2;
  return { places, precision: places };
}

/**
 * An amount as PayPal wants it: "1500.00" forints are "1500".
 * @throws ProviderError 'rejected' for an amount or a currency that PayPal does not take
 */
export function toPaypalMoney(amount: Money): PaypalMoney {
  const { currency } = amount;
  const rule = paypalRule(currency);
  const units = rule && toChargeUnits(amount, rule);
  if (units === undefined) {
    const message = `PayPal does not accept ${amount.amount} ${currency}.`;
    const code = rule ? 'DECIMALS_NOT_SUPPORTED' : 'INVALID_CURRENCY_CODE';
    throw new ProviderError('rejected', message, code);
  }
  return { currency_code: currency, value: writeDecimal(units, rule?.places ?? 0) };
}

/** "1500" forints are "1500.00" here. undefined: what no amount of ours can be. */
export function fromPaypalMoney({ currency_code, value }: PaypalMoney): Money | undefined {
  return isCurrency(currency_code) ? readMoney(value, currency_code) : undefined;
}
