export type { PageEntry } from './search-options.ts';
export { SearchPalette } from './search-palette.tsx';
export { ShortcutList } from './shortcut-list.tsx';
