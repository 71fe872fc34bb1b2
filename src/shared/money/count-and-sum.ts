import type { Money } from './money.ts';
import { sumMoney } from './money.ts';

/** How many there are of something, and what they come to in each currency. */
export interface CountAndSums {
  count: number;
  sums: Money[];
}

/** Puts sums together; currencies in which there are none any more are left out, the others by code. */
export function countAndSum(parts: readonly (Money & { count: number })[]): CountAndSums {
  const counted = parts.filter(({ count }) => count > 0);
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    sums: sumMoney(counted).sort((a, b) => (a.currency < b.currency ? -1 : 1)),
  };
}
