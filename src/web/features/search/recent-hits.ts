import type { SearchOption } from './search-options.ts';

const KEPT = 5;

/**
 * What was opened from here last, by account. It lives as long as the page does: nothing of it stays
 * on the machine after signing out.
 */
const recent = new Map<string, SearchOption[]>();

export function recentHits(userId: string): SearchOption[] {
  return recent.get(userId) ?? [];
}

/** Puts a record first among what was opened; actions and pages are not remembered. */
export function rememberHit(userId: string, option: SearchOption): void {
  if (!/^(customer|invoice|estimate|credit-note|item|expense)-\d+$/.test(option.key)) return;
  const others = recentHits(userId).filter(({ key }) => key !== option.key);
  recent.set(userId, [option, ...others].slice(0, KEPT));
}
