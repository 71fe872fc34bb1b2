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

/** Hundredths of an amount that was checked. */
export function toHundredths({ value }: Pick<Money, 'value'>): bigint {
  const [units = '0', fraction = ''] = value.split('.');
  return BigInt(units || '0') * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2));
}

/** Hundredths as an amount, with the currency's decimals. */
export function toMoney(hundredths: bigint, currency: string): Money {
  const sign = hundredths < 0n ? '-' : '';
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  const units = digits.slice(0, -2);
  return {
    currency_code: currency,
    value: sign + (whole.has(currency) ? units : `${units}.${digits.slice(-2)}`),
  };
}

/** The amount as PayPal gives it back. @throws PaypalError 422 for what it cannot take */
export function checkedMoney({ currency_code: currency, value }: Money, path: string): Money {
  const refuse = (issue: string, description: string, field = 'value') =>
    unprocessable(issue, description, {
      field: `${path}/${field}`,
      value: field === 'value' ? value : currency,
      location: 'body',
    });
  if (!currencies.has(currency)) {
    throw refuse('INVALID_CURRENCY_CODE', 'This currency is not supported.', 'currency_code');
  }
  const [units = '', fraction = ''] = value.split('.');
  if (whole.has(currency) && fraction !== '') {
    throw refuse('DECIMALS_NOT_SUPPORTED', 'This currency has no decimals.');
  }
  if (fraction.length > 2) throw refuse('DECIMAL_PRECISION', 'An amount has at most two decimals.');
  const hundredths = toHundredths({ value: value.replace('-', '') });
  if (value.startsWith('-') || hundredths === 0n) {
    throw refuse('CANNOT_BE_ZERO_OR_NEGATIVE', 'An amount must be above zero.');
  }
  if (units.length > 15) throw refuse('MAX_VALUE_EXCEEDED', 'The amount is too large.');
  return toMoney(hundredths, currency);
}
