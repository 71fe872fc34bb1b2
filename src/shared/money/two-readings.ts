/** What numbers with one separator may mean, wherever whoever typed them is. */
import type { Decimal } from './decimal.ts';
import { countPlaces, MAX_DECIMAL_LENGTH } from './decimal.ts';

/** One point or comma among digits, and what may stand around a number. */
const ONE_SEPARATOR = /^([\s\p{Sc}+\u2212-]*)(\d[\d\s\u2019']*)?([.,])(\d*)([\s\p{Sc}%]*)$/u;

/** The parts of a number with one separator; undefined of any other text. */
export function splitAtSeparator(text: string) {
  const match = text.length > MAX_DECIMAL_LENGTH ? null : ONE_SEPARATOR.exec(text);
  if (!match) return undefined;
  const [, before = '', whole = '', separator = '', decimals = '', after = ''] = match;
  const digits = whole.replace(/\D/g, '');
  const mayGroup = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(digits);
  return { before, whole, separator, decimals, after, digits, mayGroup };
}

/** The two numbers that '1.500' and '1,500' are, each to other people: 1500 and 1.500. */
export function twoReadings(text: string): { grouped: Decimal; fraction: Decimal } | undefined {
  const parts = splitAtSeparator(text.trim());
  if (!parts?.mayGroup || parts.after.includes('%')) return undefined;
  const { before, digits, decimals } = parts;
  const sign = /[-\u2212]/.test(before) ? '-' : '';
  return { grouped: `${sign}${digits}${decimals}`, fraction: `${sign}${digits}.${decimals}` };
}

/** Written so that it has one meaning: no point is followed by three digits alone, as in '1.50' or '1.3330'. */
export function writeClearly(plain: Decimal): Decimal {
  const [whole = '', fraction = ''] = plain.split('.');
  const places = Math.max(2, countPlaces(plain));
  return `${whole || '0'}.${fraction.slice(0, places).padEnd(places === 3 ? 4 : places, '0')}`;
}
