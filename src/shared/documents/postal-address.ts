import type { DocumentPaper } from './document-data.ts';

export interface PostalAddress {
  address?: string | null;
  city?: string | null;
  state?: string | null;
  zipCode?: string | null;
  country?: string | null;
}

const LETTER_COUNTRIES = new Set([
  '',
  'us',
  'usa',
  'united states',
  'united states of america',
  'america',
  'ca',
  'can',
  'canada',
]);

/**
 * Where the postal code stands before the city (Universal Postal Union, addressing systems by
 * country): English names, those of the country itself, and ISO 3166-1 codes.
 */
const CODE_FIRST_COUNTRIES = new Set(
  [
    'Åland Islands, Åland, AX, Albania, Shqipëria, AL, Andorra, AD, Austria, Österreich, AT, AUT',
    'Belarus, BY, Belgium, België, Belgique, Belgien, BE, BEL',
    'Bosnia & Herzegovina, Bosnia and Herzegovina, BA, Bulgaria, BG, Croatia, Hrvatska, HR',
    'Cyprus, CY, Czechia, Czech Republic, Česko, Česká republika, CZ, CZE',
    'Denmark, Danmark, DK, DNK, Estonia, Eesti, EE, Faroe Islands, FO, Finland, Suomi, FI, FIN',
    'France, FR, FRA, French Guiana, GF, Germany, Deutschland, DE, DEU, Greece, Hellas, GR, GRC',
    'Greenland, GL, Guadeloupe, GP, Hungary, Magyarország, HU, HUN, Iceland, Ísland, IS, ISL',
    'Italy, Italia, IT, ITA, Kosovo, XK, Liechtenstein, LI, Lithuania, Lietuva, LT, LTU',
    'Luxembourg, LU, LUX, Martinique, MQ, Mayotte, YT, Moldova, MD, Monaco, MC, Montenegro, ME',
    'Netherlands, the Netherlands, Nederland, Holland, NL, NLD, North Macedonia, MK',
    'Norway, Norge, Noreg, NO, NOR, Poland, Polska, PL, POL, Portugal, PT, PRT, Réunion, RE',
    'Romania, România, RO, ROU, San Marino, SM, Serbia, Srbija, RS, SRB',
    'Slovakia, Slovak Republic, Slovensko, SK, SVK, Slovenia, Slovenija, SI, SVN',
    'Spain, España, ES, ESP, Svalbard & Jan Mayen, SJ, Sweden, Sverige, SE, SWE',
    'Switzerland, Schweiz, Suisse, Svizzera, CH, CHE, Türkiye, Turkey, TR, TUR, Vatican City, VA',
  ].flatMap((line) => line.split(', ').map(plainName)),
);

/** Beyond this many characters city and country stand on lines of their own. */
const CITY_LINE = 38;

/**
 * An address as lines: the street as it was typed, then 'Portland, ME 04101, USA' or '10623 Berlin,
 * Germany', as the country's post writes it.
 * @param countryApart the country stands on a line of its own, however short the line before it is
 */
export function addressLines(from: PostalAddress, countryApart = false): string[] {
  const street = (from.address ?? '').split(/\r?\n/).map((line) => line.trim());
  const city = cityLine(from);
  const country = from.country?.trim() ?? '';
  const together = [city, country].filter(Boolean).join(', ');
  const apart = countryApart || together.length > CITY_LINE;
  return [...street, ...(apart ? [city, country] : [together])].filter(Boolean);
}

function cityLine(from: PostalAddress): string {
  const [city, state, code] = [from.city, from.state, from.zipCode].map(
    (part) => part?.trim() ?? '',
  );
  const joined = (parts: (string | undefined)[], separator: string) =>
    parts.filter(Boolean).join(separator);
  return CODE_FIRST_COUNTRIES.has(plainName(from.country ?? ''))
    ? joined([joined([code, city], ' '), state === city ? '' : state], ', ')
    : joined([city, joined([state, code], ' ')], ', ');
}

/** US Letter where it is the paper in the printer (or nothing is known), A4 everywhere else. */
export function paperForCountry(country: string | null | undefined): DocumentPaper {
  return LETTER_COUNTRIES.has(plainName(country ?? '')) ? 'us-letter' : 'a4';
}

/** A country's name however it was typed. */
function plainName(country: string): string {
  return country.toLowerCase().replace(/[.,]/g, '').replace(/\s+/g, ' ').trim();
}
