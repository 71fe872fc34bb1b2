/**
 * The currencies that a document can be in, with their decimals as ISO 4217 has them (list one of
 * the maintenance agency, amendment 180: https://www.six-group.com/en/products-services/financial-information/data-standards.html).
 * `Intl` cannot say them: its data tells what people write (0 for HUF and COP), not what is counted.
 * What providers count in differs again, and stands with each provider.
 * Funds, precious metals and units of account are left out: nobody pays an invoice in them.
 */

const DECIMALS: Record<0 | 2 | 3, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF ' +
    'CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL ' +
    'HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT ' +
    'MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB ' +
    'SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH ' +
    'USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

export type CurrencyDecimals = keyof typeof DECIMALS;

const TABLE: ReadonlyMap<string, CurrencyDecimals> = new Map(
  ([0, 2, 3] as const).flatMap((decimals) =>
    DECIMALS[decimals].split(' ').map((code): [string, CurrencyDecimals] => [code, decimals]),
  ),
);

/**
 * English names of currencies that are too young for the data of some browsers, which give their
 * codes in place of names; Venezuela's digital bolívar, as ISO 4217 has it, is known to few.
 */
const YOUNG_NAMES: Readonly<Record<string, string>> = {
  SLE: 'Sierra Leonean Leone',
  VED: 'Bolívar Digital',
  XCG: 'Caribbean Guilder',
  ZWG: 'Zimbabwe Gold',
};

/** The name of a currency for which `Intl` may have none. */
export function youngCurrencyName(currency: string): string | undefined {
  return YOUNG_NAMES[currency];
}

/** The specification's, and of everything that was stored before documents had another. */
export const DEFAULT_CURRENCY = 'USD';

/** All codes, in alphabetical order. */
export const CURRENCIES: readonly string[] = [...TABLE.keys()].sort();

/** Whether a text is an ISO 4217 code, in capitals, that documents can be in. */
export function isCurrency(code: string): boolean {
  return TABLE.has(code);
}

/** @throws RangeError for a code that is none */
export function currencyDecimals(currency: string): CurrencyDecimals {
  const decimals = TABLE.get(currency);
  if (decimals === undefined) throw new RangeError(`Not a currency: ${currency}`);
  return decimals;
}

/**
 * Currencies of which a hundred million buys less than a car: an ordinary contract does not fit what
 * numeric(10,2) held.
 */
const SMALL_UNITS = new Set(
  (
    'AMD AOA ARS BIF CDF CLP COP CRC DJF DZD GNF HUF IDR IQD IRR ISK JPY KHR KMF KPW KRW KZT LAK LBP ' +
    'LKR MGA MMK MNT MWK NGN PKR PYG RSD RUB RWF SDG SLE SOS SSP STN SYP TZS UGX UZS VED VES VND VUV ' +
    'XAF XOF XPF YER ZWG'
  ).split(' '),
);

export const hasSmallUnits = (currency: string): boolean => SMALL_UNITS.has(currency);

/**
 * The largest amount of one document or line, in whole units and the most that its decimals add:
 * 99,999,999.99 dollars, 999,999,999,999 yen. In minor units it stays far below 2^53.
 */
export function largestAmount(currency: string): string {
  const decimals = currencyDecimals(currency);
  const whole = hasSmallUnits(currency) ? '999999999999' : '99999999';
  return decimals === 0 ? whole : `${whole}.${'9'.repeat(decimals)}`;
}
