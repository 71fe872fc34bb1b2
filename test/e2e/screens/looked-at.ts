import { isRest } from '../../run.ts';
import type { Screen } from '../browser.ts';
import type { Area, ListedState } from './listed-state.ts';

/**
 * The states of each area that this run looks at on a screen. The default run looks at each page and
 * each dialog once on the desktop, and at each page and what only it has on the phone; the run of the
 * rest looks at all others: how they differ is mostly their words.
 */
export function lookedAt(
  areas: readonly Area[],
  screen: Screen,
  rest: boolean = isRest,
): readonly Area[] {
  const seen = new Set<string>();
  /** Whether it shows a part that no state before it has shown. */
  const isFirst = ({ at, over = [], only }: ListedState): boolean => {
    const page = at.replace(/[?#].*/, '');
    const parts = screen === 'desktop' || only === 'phone' ? [page, ...over] : [page];
    const unseen = parts.filter((part) => !seen.has(part));
    for (const part of unseen) seen.add(part);
    return unseen.length > 0;
  };
  return areas
    .map((area) => ({
      ...area,
      states: area.states
        .filter(({ only }) => only === undefined || only === screen)
        .filter((state) => isFirst(state) !== rest),
    }))
    .filter(({ states }) => states.length > 0);
}
