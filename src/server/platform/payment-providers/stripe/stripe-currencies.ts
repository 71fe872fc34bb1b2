/**
 * What Stripe takes, and the unit that it counts in: https://docs.stripe.com/currencies, read in
 * November 2026. It is not ISO 4217: ariary have no hundredths there, krónur and Ugandan shillings
 * are counted in hundredths that must be 00, and the thousandths of dinars must end in 0.
 */
import { isCurrency } from '../../../../shared/money/currencies.ts';
import type { Decimal } from '../../../../shared/money/decimal.ts';
import { writeDecimal } from '../../../../shared/money/decimal.ts';
import type { Money } from '../../../../shared/money/money.ts';
import type { ChargeRule } from '../charge-rule.ts';
import { fromChargeUnits, toChargeUnits } from '../charge-rule.ts';
import { ProviderError } from '../payment-provider.ts';

/**
 * What its API names where it refuses another; a single country's accounts may take fewer. Those that
 * no document can be in (isCurrency) are left out.
 */
const SUPPORTED = new Set(
  (
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD ' +
    'CDF CHF CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ ' +
    'GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD ' +
    'LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK ' +
    'PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS TND TOP TRY ' +
    'TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW'
  ).split(' '),
);

/** #zero-decimal. The page lists UGX there too, and says under #special-cases that 5 UGX are 500. */
const NO_DECIMALS = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);
/** #special-cases: two decimals that are always 00. */
const WHOLE_HUNDREDTHS = new Set(['ISK', 'UGX']);
/** #three-decimal: "these API calls require the least-significant (last) digit to be 0". */
const THREE_DECIMALS = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/**
 * #minimum-and-maximum-charge-amounts. They are of the currency that the account is paid out in: a
 * charge in another is converted first, and what is too little then only Stripe can say.
 */
const MINIMUMS: Readonly<Record<string, Decimal>> = {
  AED: '2',
  AUD: '0.50',
  BRL: '0.50',
  CAD: '0.50',
  CHF: '0.50',
  CZK: '15',
  DKK: '2.50',
  EUR: '0.50',
  GBP: '0.30',
  HKD: '4',
  HUF: '175',
  INR: '0.50',
  JPY: '50',
  MXN: '10',
  MYR: '2',
  NOK: '3',
  NZD: '0.50',
  PLN: '2',
  RON: '2',
  SEK: '3',
  SGD: '0.50',
  THB: '10',
  USD: '0.50',
};

/** Eight digits, of whatever unit. */
const MOST_UNITS = 99_999_999n;
/** More than that: of rupiah and rupees by any way, of the others by card. */
const MAXIMUMS: Readonly<Record<string, Decimal>> = {
  COP: '9999999999.90',
  HUF: '9999999999',
  IDR: '9999999999.99',
  INR: '9999999.99',
  JPY: '9999999999',
  LBP: '999999999999',
};

/** @param currency in capitals; undefined for one that Stripe does not take */
export function stripeRule(currency: string): ChargeRule | undefined {
  if (!SUPPORTED.has(currency)) return undefined;
  const places = NO_DECIMALS.has(currency) ? 0 : THREE_DECIMALS.has(currency) ? 3 : 2;
  const precision = WHOLE_HUNDREDTHS.has(currency) ? 0 : Math.min(places, 2);
  const most = MOST_UNITS / 10n ** BigInt(places - precision);
  return {
    places,
    precision,
    minimum: MINIMUMS[currency],
    maximum: MAXIMUMS[currency] ?? writeDecimal(most, precision),
  };
}

/**
 * "12.50" USD is 1250, "500" UGX is 50000, "1.250" KWD is 1250.
 * @throws ProviderError 'rejected' for an amount or a currency that Stripe does not take
 */
export function toStripeUnits(amount: Money): number {
  const rule = stripeRule(amount.currency);
  const units = rule && toChargeUnits(amount, rule);
  if (units === undefined) {
    throw new ProviderError(
      'rejected',
      `Stripe does not accept ${amount.amount} ${amount.currency}.`,
    );
  }
  return Number(units);
}

/**
 * @param currency in any case
 * @throws ProviderError 'unavailable' for an answer that no amount of ours can be
 */
export function fromStripeUnits(units: number, currency: string): Money {
  const code = currency.toUpperCase();
  const rule = stripeRule(code);
  const amount =
    rule && isCurrency(code) && Number.isSafeInteger(units)
      ? fromChargeUnits(BigInt(units), code, rule)
      : undefined;
  if (!amount) {
    throw new ProviderError('unavailable', 'Stripe gave an amount that cannot be read.');
  }
  return amount;
}
