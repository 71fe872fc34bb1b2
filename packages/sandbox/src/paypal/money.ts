/** Amounts of PayPal: strings, with the decimals that the currency has. */
import type * as z from 'zod';
import { unprocessable } from './error.ts';
import type { money } from './schemas.ts';

export type Money = z.output<typeof money>;

/** What PayPal takes. https://developer.paypal.com/api/rest/reference/currency-codes/ */
const currencies = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(
    ' ',
  ),
);
const whole = new Set(['HUF', 'JPY', 'TWD']);

export function toHundredths({ value }: Pick<Money, 'value'>): bigint {
  const [units = '0', fraction = ''] = value.split('.');
  return BigInt(units || '0') * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2));
}

/** Hundredths as an amount, with the currency's decimals. */
export function toMoney(hundredths: bigint, currency: string): Money {
  const sign = hundredths < 0n ? '-' : '';
  const digits = hundredths.toString().replace('-', '').padStart(3, '0');
  const units = sign + digits.slice(0, -2);
  return {
    currency_code: currency,
    value: whole.has(currency) ? units : `${units}.${digits.slice(-2)}`,
  };
}

/** The amount as PayPal gives it back. @throws PaypalError 422 for what it cannot take */
export function checkedMoney({ currency_code: currency, value }: Money, path: string): Money {
  const at = { field: `${path}/value`, value };
  if (!currencies.has(currency)) {
    const field = `${path}/currency_code`;
    throw unprocessable('INVALID_CURRENCY_CODE', { field, value: currency });
  }
  const [units = '', fraction = ''] = value.split('.');
  if (whole.has(currency) && fraction !== '') throw unprocessable('DECIMALS_NOT_SUPPORTED', at);
  if (fraction.length > 2) throw unprocessable('DECIMAL_PRECISION', at);
  const hundredths = toHundredths({ value: value.replace('-', '') });
  if (value.startsWith('-') || hundredths === 0n) {
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', at);
  }
  if (units.length > 15) throw unprocessable('MAX_VALUE_EXCEEDED', at);
  return toMoney(hundredths, currency);
}
