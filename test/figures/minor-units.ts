/** Money for the oracles: in bigints, with decimals of their own, so that nothing is shared with what they check. */

export const DECIMALS: Record<string, number> = { USD: 2, EUR: 2, JPY: 0, KWD: 3 };
export const places = (currency: string) => DECIMALS[currency] ?? 2;

/** In the minor unit. */
export function units(text: string, currency: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  const sign = whole.startsWith('-') ? -1n : 1n;
  if (/[1-9]/.test(fraction.slice(places(currency)))) {
    throw new Error(`${text} is no amount of ${currency}`);
  }
  const digits = fraction.slice(0, places(currency)).padEnd(places(currency), '0');
  return sign * BigInt(whole.replace('-', '') + digits);
}

export function written(value: bigint, currency: string): string {
  const size = String(value < 0n ? -value : value).padStart(places(currency) + 1, '0');
  const cut = size.length - places(currency);
  return `${value < 0n ? '-' : ''}${size.slice(0, cut)}${cut < size.length ? `.${size.slice(cut)}` : ''}`;
}

export function roundHalfAway(value: bigint, by: bigint): bigint {
  const size = ((value < 0n ? -value : value) * 2n + by) / (by * 2n);
  return value < 0n ? -size : size;
}
