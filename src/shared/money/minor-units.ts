/**
 * Amounts as card providers count them: whole numbers of a currency's smallest unit.
 * Currencies and their decimals: https://docs.stripe.com/currencies#zero-decimal
 */
import type { Decimal } from './hundredths.ts';
import { hundredths, toDecimal } from './hundredths.ts';

const NO_DECIMALS = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);
const THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' '));

/** Decimals of a currency's smallest unit; ISO 4217 code in any case. */
export function currencyDecimals(currency: string): 0 | 2 | 3 {
  const code = currency.toUpperCase();
  if (NO_DECIMALS.has(code)) return 0;
  return THREE_DECIMALS.has(code) ? 3 : 2;
}

/**
 * "12.50" USD is 1250, "500.00" JPY is 500, "1.25" KWD is 1250.
 * @throws RangeError for an amount that the currency cannot hold, such as half a yen
 */
export function toMinorUnits(amount: Decimal, currency: string): number {
  const value = hundredths(amount);
  switch (currencyDecimals(currency)) {
    case 0:
      if (value % 100n !== 0n) throw new RangeError(`${currency} has no decimals`);
      return Number(value / 100n);
    case 3:
      return Number(value * 10n);
    default:
      return Number(value);
  }
}

/** @throws RangeError for what two decimals cannot hold, such as 1.234 KWD, or no whole number */
export function fromMinorUnits(value: number, currency: string): Decimal {
  if (!Number.isSafeInteger(value)) throw new RangeError('Not a whole number of minor units');
  const whole = BigInt(value);
  switch (currencyDecimals(currency)) {
    case 0:
      return toDecimal(whole * 100n);
    case 3:
      if (whole % 10n !== 0n) throw new RangeError(`Two decimals cannot hold ${value} ${currency}`);
      return toDecimal(whole / 10n);
    default:
      return toDecimal(whole);
  }
}
