import { isRest } from '../../run.ts';
import type { Screen } from '../browser.ts';
import { SCREENS } from '../browser.ts';
import type { Area, ListedState } from './listed-state.ts';

interface LookedAt extends Pick<Area, 'name' | 'who'> {
  states: Record<Screen, readonly ListedState[]>;
}

/**
 * The states of each area that this run looks at. The default run looks at each page and each dialog
 * once on the desktop, and at each page and at what only the phone has on the phone; the run of the
 * rest looks at all others.
 */
export function lookedAt(areas: readonly Area[], rest: boolean = isRest): readonly LookedAt[] {
  const seen: Record<Screen, Set<string>> = { desktop: new Set(), phone: new Set() };
  /** Whether it shows a part that no state before it has shown on that screen. */
  const isFirst = ({ at, over = [], only }: ListedState, screen: Screen): boolean => {
    const page = at.replace(/[?#].*/, '');
    const parts = screen === 'desktop' || only === 'phone' ? [page, ...over] : [page];
    const unseen = parts.filter((part) => !seen[screen].has(part));
    for (const part of unseen) seen[screen].add(part);
    return unseen.length > 0;
  };
  const choose = (states: readonly ListedState[], screen: Screen) =>
    states
      .filter(({ only }) => only === undefined || only === screen)
      .filter((state) => isFirst(state, screen) !== rest);
  return areas
    .map(({ name, who, states }) => ({
      name,
      who,
      states: { desktop: choose(states, 'desktop'), phone: choose(states, 'phone') },
    }))
    .filter(({ states }) => SCREENS.some((screen) => states[screen].length > 0));
}
