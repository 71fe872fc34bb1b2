const LIST = new Intl.ListFormat('en-US');

/** 'A', 'A and B', 'A, B, and C'; with fewer `shown` than there are, 'A, B, and 3 more'. */
export function formatList(names: readonly string[], shown: number = names.length): string {
  const more = names.length - shown;
  return LIST.format(more > 0 ? [...names.slice(0, shown), `${more} more`] : names);
}
