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

let known: ReadonlyMap<string, AddressParts> | undefined;

/** @param country its English name, or its code (ISO 3166-1) */
export function findAddressParts(country: string | null | undefined): AddressParts {
  known ??= readCountries();
  return known.get(country?.trim().toLowerCase() ?? '') ?? UNKNOWN;
}

interface Address {
  country?: string | null | undefined;
  state?: string | null | undefined;
  zipCode?: string | null | undefined;
}

/** What a part is called that addresses of the country have not. */
const UNUSUAL = { state: 'State or region', zipCode: 'Postal code' };

/** The parts that a form shows: one with a text in it stays, whatever country is chosen. */
export function shownAddressParts(typed: Address, stored: Address = {}): AddressParts {
  const parts = findAddressParts(typed.country);
  const shown = (part: keyof AddressParts) =>
    parts[part] ?? (typed[part] || stored[part] ? UNUSUAL[part] : null);
  return { state: shown('state'), zipCode: shown('zipCode') };
}

function readCountries(): Map<string, AddressParts> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const regions = invert(REGIONS);
  const postalCodes = invert(POSTAL_CODES);
  const without = new Set(NO_POSTAL_CODE.split(' '));
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const countries = letters.flatMap((one) => letters.map((other) => one + other));
  return new Map(
    countries.flatMap((code) => {
      const name = names.of(code);
      // 'UK' is another code of Great Britain's name.
      const isCode = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
      if (name === undefined || !isCode) return [];
      const parts: AddressParts = {
        state: regions.get(code) ?? null,
        zipCode: without.has(code) ? null : (postalCodes.get(code) ?? 'Postal code'),
      };
      return [name, code].map((key): [string, AddressParts] => [key.toLowerCase(), parts]);
    }),
  );
}

const invert = (codes: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(codes).flatMap(([word, list]) =>
      list.split(' ').map((code): [string, string] => [code, word]),
    ),
  );
