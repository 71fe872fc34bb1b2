import { countryCode } from '../countries/countries.ts';

/**
 * Which parts postal addresses of a country have besides street and city, and what they are called
 * there: as Google's libaddressinput has them by the addressing systems of the Universal Postal Union.
 */
const REGIONS: Readonly<Record<string, string>> = {
  State: 'AS AU BR FM GU IN MH MP MX MY NG PR PW SO US VE VI',
  Province: 'AF AR CA CN CR CU EC ES ID IT KH KR LA MN MZ PA PE PG PH PY SN SR TH TR TW UZ VN',
  Prefecture: 'JP',
  Emirate: 'AE',
  Department: 'CO HN NI SV UY',
  Region: 'CL KZ RU UA',
  County: 'GB IE',
  Parish: 'JM',
  Governorate: 'EG IQ',
  Island: 'BS CV KI KN KY PF TV',
  District: 'HK NR SC',
};

const NO_POSTAL_CODE =
  'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GM GQ GY HK JM KI KM KN KP ' +
  'ML MO MR MW NR NU QA RW SB SC SL SR ST SX SY TD TG TK TL TO TV UG VU YE ZW';

const POSTAL_CODES: Readonly<Record<string, string>> = {
  'ZIP code': 'AS GU MH MP PR PW US VI',
  'PIN code': 'IN',
  Eircode: 'IE',
  Postcode: 'AU GB GG IM JE MY NL NZ',
};

/** What parts are called; null where there are none. */
export interface AddressParts {
  state: string | null;
  zipCode: string | null;
}

/** Where no country is chosen, all that there may be. */
const UNKNOWN: AddressParts = { state: 'State', zipCode: 'ZIP code' };

/** @param country as it stands in an address: see `countryCode` */
export function findAddressParts(country: string | null | undefined): AddressParts {
  const code = countryCode(country);
  if (code === undefined) return UNKNOWN;
  const hasPostalCode = !NO_POSTAL_CODE.split(' ').includes(code);
  return {
    state: findWord(REGIONS, code) ?? null,
    zipCode: hasPostalCode ? (findWord(POSTAL_CODES, code) ?? 'Postal code') : null,
  };
}

interface Address {
  country?: string | null | undefined;
  state?: string | null | undefined;
  zipCode?: string | null | undefined;
}

/** What a part is called that addresses of the country have not. */
const UNUSUAL = { state: 'State or region', zipCode: 'Postal code' };

/**
 * The parts that a form shows: one with a text in it stays, whatever country is chosen.
 * @param usual the country whose parts are shown where none is chosen
 */
export function shownAddressParts(
  typed: Address,
  stored: Address = {},
  usual?: string | null,
): AddressParts {
  const parts = findAddressParts(typed.country?.trim() ? typed.country : usual);
  const shown = (part: keyof AddressParts) =>
    parts[part] ?? (typed[part] || stored[part] ? UNUSUAL[part] : null);
  return { state: shown('state'), zipCode: shown('zipCode') };
}

const findWord = (codes: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.entries(codes).find(([, list]) => list.split(' ').includes(code))?.[0];
