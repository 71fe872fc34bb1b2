/**
 * At most two letters for a name: 'Harbor & Pine Coffee' → 'HP'.
 * @param none what stands for a name without a letter
 */
export function initials(name: string, none = '?'): string {
  const words = name.split(/[\s._-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = words.slice(0, 2).map((word) => word.match(/./su)?.[0] ?? '');
  return letters.join('').toLocaleUpperCase('en-US') || none;
}
