/** {prefix}-{year}-{last 4 digits of the time stamp in milliseconds}: INV-2026-4821, EST-2026-1177, CN-2026-0312. */
export function defaultNumber(
  prefix: 'INV' | 'EST' | 'CN',
  now: Date,
  year: number | string,
): string {
  return `${prefix}-${year}-${String(now.getTime()).slice(-4)}`;
}

/**
 * The number after this one: its last run of digits counted up by one, keeping its width; a number
 * without digits gets '-2'.
 */
export function followingNumber(number: string): string {
  const last = [...number.matchAll(/\d+/g)].at(-1);
  if (!last) return `${number}-2`;
  const [digits] = last;
  const next = String(BigInt(digits) + 1n).padStart(digits.length, '0');
  return number.slice(0, last.index) + next + number.slice(last.index + digits.length);
}

/** A number as people are shown it: a draft that gets its own when it is issued has none yet. */
export const shownNumber = (number: string): string => number || 'Draft';

/** 'invoice INV-2026-4821', or 'a draft invoice' for one that has no number yet. */
export const namedInvoice = (number: string): string =>
  number ? `invoice ${number}` : 'a draft invoice';
