import { logOut } from '../lib/session.ts';
import { askBeforeLosingAllInput } from '../ui/unsaved-guard.tsx';

/** Signs out: at once, or after the person agreed to lose what was typed here or in another tab. */
export function askToLogOut(): void {
  void askBeforeLosingAllInput(() => void logOut());
}
