import { COUNTRY_CODES, countryName } from '../../shared/countries/countries.ts';
import type { SelectOption } from './text-field.tsx';

/**
 * Countries by the currency that is legal tender in them (ISO 4217, list one, amendment 180). Where
 * there are several, the one that prices are in: dollars in El Salvador, the shekel in Palestine.
 */
const COUNTRIES_BY_CURRENCY: Readonly<Record<string, string>> = {
  AUD: 'AU CC CX KI NF NR TV',
  CHF: 'CH LI',
  DKK: 'DK FO GL',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT',
  GBP: 'GB GG GS IM JE',
  ILS: 'IL PS',
  MAD: 'EH MA',
  NOK: 'NO SJ',
  NZD: 'CK NU NZ PN TK',
  USD: 'AS BQ EC FM GU IO MH MP PR PW SV TC TL US VG VI',
  XAF: 'CF CG CM GA GQ TD',
  XCD: 'AG AI DM GD KN LC MS VC',
  XCG: 'CW SX',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XPF: 'NC PF WF',
};

/** Of all other countries with a currency of their own: its code begins with theirs. */
const OWN_CURRENCIES =
  'AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CLP ' +
  'CNY COP CRC CUP CVE CZK DJF DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF ' +
  'IDR INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MDL MGA ' +
  'MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NPR OMR PAB PEN PGK PHP PKR PLN PYG QAR RON ' +
  'RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD ' +
  'TZS UAH UGX UYU UZS VES VND VUV WST YER ZAR ZMW ZWG';

let currencies: Map<string, string> | undefined;

/** The currency of a country, by the name that it has among the options; undefined for no country. */
export function currencyInCountry(country: string): string | undefined {
  if (!currencies) {
    const pairs = [
      ...OWN_CURRENCIES.split(' ').map((currency) => [currency.slice(0, 2), currency] as const),
      ...Object.entries(COUNTRIES_BY_CURRENCY).flatMap(([currency, codes]) =>
        codes.split(' ').map((code) => [code, currency] as const),
      ),
    ];
    currencies = new Map(pairs.map(([code, currency]) => [countryName(code), currency]));
  }
  return currencies.get(country);
}

let sorted: readonly SelectOption[] | undefined;

/** Countries by their codes, sorted by name, the United States first. */
export function countryCodeOptions(): readonly SelectOption[] {
  sorted ??= COUNTRY_CODES.map((code) => ({ value: code, label: countryName(code) })).sort(
    (a, b) =>
      Number(b.value === 'US') - Number(a.value === 'US') || a.label.localeCompare(b.label, 'en'),
  );
  return sorted;
}

/** Countries by name. A stored name that is none of them stays a choice. */
export function countryOptions(stored: string | null | undefined): SelectOption[] {
  const known = countryCodeOptions().map(({ label }) => label);
  const all = !stored || known.includes(stored) ? known : [stored, ...known];
  return all.map((name) => ({ value: name, label: name }));
}
