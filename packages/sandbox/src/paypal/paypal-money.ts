/** Amounts of PayPal: strings, with the decimals that the currency has. */
import { unprocessable } from './paypal-error.ts';

export interface Money {
  currency_code: string;
  value: string;
}

/** What PayPal takes. https://developer.paypal.com/api/rest/reference/currency-codes/ */
const currencies = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(
    ' ',
  ),
);
const whole = new Set(['HUF', 'JPY', 'TWD']);

/** Hundredths of an amount that was checked. */
export function hundredthsOf({ value }: Money): bigint {
  const [units = '0', fraction = ''] = value.split('.');
  return BigInt(units || '0') * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2));
}

/** Hundredths as an amount, with the currency's decimals. */
export function moneyOf(hundredths: bigint, currency: string): Money {
  const sign = hundredths < 0n ? '-' : '';
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  const units = digits.slice(0, -2);
  return {
    currency_code: currency,
    value: sign + (whole.has(currency) ? units : `${units}.${digits.slice(-2)}`),
  };
}

/** The amount as PayPal gives it back. @throws PaypalError 422 for what it cannot take */
export function checkedMoney({ currency_code: currency, value }: Money, field: string): Money {
  const at = { field: `${field}/value`, value, location: 'body' as const };
  if (!currencies.has(currency)) {
    throw unprocessable('INVALID_CURRENCY_CODE', 'This currency is not supported.', {
      ...at,
      field: `${field}/currency_code`,
      value: currency,
    });
  }
  const fraction = value.split('.')[1] ?? '';
  if (whole.has(currency) && fraction !== '') {
    throw unprocessable('DECIMALS_NOT_SUPPORTED', 'This currency has no decimals.', at);
  }
  if (fraction.length > 2) {
    throw unprocessable('DECIMAL_PRECISION', 'An amount has at most two decimals.', at);
  }
  if (value.startsWith('-') || hundredthsOf({ currency_code: currency, value }) <= 0n) {
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'An amount must be above zero.', at);
  }
  if (value.replace(/\..*/, '').length > 15) {
    throw unprocessable('MAX_VALUE_EXCEEDED', 'The amount is too large.', at);
  }
  return moneyOf(hundredthsOf({ currency_code: currency, value }), currency);
}
