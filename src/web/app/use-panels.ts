import { makeLater } from '../ui/later.ts';

/** What the bars open. */
export const usePanels = makeLater(() => import('./panels.tsx'));
