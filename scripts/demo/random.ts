/** A small seeded generator (mulberry32), so that the demo is the same each time it is made. */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    chance: (share: number) => next() < share,
    pick: <T>(values: readonly [T, ...T[]] | readonly T[]): T =>
      values[between(0, values.length - 1)] as T,
  };
}

export type Random = ReturnType<typeof seededRandom>;
