import { foldCase } from '../search/fold.ts';

/** ISO 3166-1 codes of countries and territories with postal addresses. */
export const COUNTRY_CODES: readonly string[] =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );

/** Names that people write, and that `Intl` has no country by. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  'slovak republic': 'SK',
  turkey: 'TR',
  'bosnia and herzegovina': 'BA',
  'republic of ireland': 'IE',
  uae: 'AE',
};

/** What is spoken in most of a country, and how figures and names are ordered there: 'de-DE'. */
function likelyLocale(code: string): string {
  return `${new Intl.Locale(`und-${code}`).maximize().language}-${code}`;
}

const namesIn = (locale: string) =>
  new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
const nameIn = (locale: string, code: string) => foldCase(namesIn(locale).of(code) ?? code);

let englishNames: Intl.DisplayNames | undefined;

/** 'Germany', by its ISO 3166-1 code. */
export function countryName(code: string): string {
  englishNames ??= namesIn('en');
  return englishNames.of(code) ?? code;
}

let english: Map<string, string> | undefined;
let own: Map<string, string> | undefined;

/**
 * The ISO 3166-1 code of a country as it stands in an address: its English name, its code, or its name
 * in its own language. Undefined for what is none.
 */
export function countryCode(country: string | null | undefined): string | undefined {
  const name = foldCase(country);
  if (name === '') return undefined;
  english ??= new Map([
    ...COUNTRY_CODES.map((code) => [code.toLowerCase(), code] as const),
    ...COUNTRY_CODES.map((code) => [nameIn('en', code), code] as const),
    ...Object.entries(OTHER_NAMES),
  ]);
  const known = english.get(name);
  if (known !== undefined) return known;
  own ??= new Map(COUNTRY_CODES.map((code) => [nameIn(likelyLocale(code), code), code]));
  return own.get(name);
}

/** Of a business that says no country, and of one that none is known by. */
const DEFAULT_LOCALE = 'en-US';

/**
 * How names are sorted and numbers written where a business is: 'de-DE' in Germany. Of several languages
 * the one that most speak there.
 */
export function countryLocale(country: string | null | undefined): string {
  const code = countryCode(country);
  return code === undefined ? DEFAULT_LOCALE : likelyLocale(code);
}
