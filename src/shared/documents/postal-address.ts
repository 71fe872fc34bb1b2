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

/** Beyond this many characters city and country stand on lines of their own. */
const CITY_LINE = 38;

/** An address as lines: the street as it was typed, then 'Portland, ME 04101, USA'. */
export function addressLines(from: PostalAddress): string[] {
  const street = (from.address ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  const region = [from.state, from.zipCode]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');
  const city = [from.city?.trim(), region].filter(Boolean).join(', ');
  const country = from.country?.trim() ?? '';
  const together = [city, country].filter(Boolean).join(', ');
  return [...street, ...(together.length > CITY_LINE ? [city, country] : [together])].filter(
    Boolean,
  );
}

/** US Letter where it is the paper in the printer (or nothing is known), A4 everywhere else. */
export function paperForCountry(country: string | null | undefined): DocumentPaper {
  const name = (country ?? '').toLowerCase().replace(/[.,]/g, '').replace(/\s+/g, ' ').trim();
  return LETTER_COUNTRIES.has(name) ? 'us-letter' : 'a4';
}
