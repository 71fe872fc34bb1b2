/** Shares of a line that add up exactly: a third is a third. */
export interface Fraction {
  n: bigint;
  d: bigint;
}

export const NONE: Fraction = { n: 0n, d: 1n };
export const WHOLE: Fraction = { n: 1n, d: 1n };

export const fraction = (n: bigint, d: bigint): Fraction => {
  const divisor = greatestCommon(n < 0n ? -n : n, d);
  return { n: n / divisor, d: d / divisor };
};

export const addFractions = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.n * b.d + b.n * a.d, a.d * b.d);

export const subtractFractions = (a: Fraction, b: Fraction): Fraction =>
  addFractions(a, { n: -b.n, d: b.d });

export const compareFractions = (a: Fraction, b: Fraction): -1 | 0 | 1 => {
  const [left, right] = [a.n * b.d, b.n * a.d];
  if (left === right) return 0;
  return left < right ? -1 : 1;
};

/** '1/3' */
export const writeFraction = ({ n, d }: Fraction): string => `${n}/${d}`;

/** @throws SyntaxError for what is no fraction */
export function readFraction(text: string): Fraction {
  const [n = '', d = '1'] = text.split('/');
  return fraction(BigInt(n), BigInt(d));
}

function greatestCommon(a: bigint, b: bigint): bigint {
  let [one, other] = [a, b];
  while (other !== 0n) [one, other] = [other, one % other];
  return one;
}
