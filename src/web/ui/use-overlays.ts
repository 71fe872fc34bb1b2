import { makeLater } from './later.ts';

/**
 * What draws dialogs, menus and the like. What was opened before it is there opens when it comes.
 */
export const useOverlays = makeLater(() => import('./overlay-layers.tsx'));
