import { makeLater } from '../ui/later.ts';

/** What the bars open. */
export const useBarPanels = makeLater(() => import('./bar-panels.ts'));
