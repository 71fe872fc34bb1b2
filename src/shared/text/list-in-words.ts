/** 'A', 'A and B', 'A, B and C'; with fewer `shown` than there are, 'A, B and 3 more'. */
export function listInWords(names: readonly string[], shown: number = names.length): string {
  const more = names.length - shown;
  const named = more > 0 ? [...names.slice(0, shown), `${more} more`] : names;
  return [named.slice(0, -1).join(', '), named.at(-1)].filter(Boolean).join(' and ');
}
