/** {prefix}-{year}-{last 4 digits of the time stamp in milliseconds}: INV-2026-4821, EST-2026-1177. */
export function defaultNumber(prefix: 'INV' | 'EST', now: Date, year: number | string): string {
  return `${prefix}-${year}-${String(now.getTime()).slice(-4)}`;
}

/**
 * The number after this one: its last run of digits counted up by one, keeping its width; a number
 * without digits gets '-2'.
 */
export function followingNumber(number: string): string {
  const match = /^(.*?)(\d+)(\D*)$/s.exec(number);
  if (!match) return `${number}-2`;
  const [, before = '', digits = '0', after = ''] = match;
  return `${before}${String(BigInt(digits) + 1n).padStart(digits.length, '0')}${after}`;
}
