import { currencyDecimals } from './currencies.ts';
import type { Decimal } from './decimal.ts';
import { divideRounded, scaleDecimal } from './decimal.ts';
import type { Money } from './money.ts';
import { fromMinorUnits, minorUnits } from './money.ts';

/** Decimals of an exchange rate. */
export const EXCHANGE_RATE_PLACES = 10;

/**
 * An amount in another currency, rounded half away from zero to that currency's decimals.
 * @param rate units of `to` for one of the amount's currency
 */
export function convertMoney(amount: Money, { to, rate }: { to: string; rate: Decimal }): Money {
  const units = minorUnits(amount) * scaleDecimal(rate, EXCHANGE_RATE_PLACES);
  const places = EXCHANGE_RATE_PLACES + currencyDecimals(amount.currency);
  return fromMinorUnits(
    divideRounded(units * 10n ** BigInt(currencyDecimals(to)), 10n ** BigInt(places)),
    to,
  );
}
