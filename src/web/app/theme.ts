import { createTheme, localStorageColorSchemeManager } from '@mantine/core';

/** Behavior comes from Mantine, looks from our tokens: only what both must agree on stands here. */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  defaultRadius: 8,
});

/** The same key as in public/theme.js, which sets the theme before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'remit-theme' });
