import { createTheme, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { Router } from './router.tsx';

/** Behavior comes from Mantine, looks from our tokens: only what both must agree on stands here. */
const theme = createTheme({
  fontFamily: 'var(--font)',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  defaultRadius: 8,
});

/** The same key as in public/theme.js, which sets the theme before the first paint. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'remit-theme' });

/** How everything looks, whatever is shown. */
export function Looks({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
    >
      {children}
    </MantineProvider>
  );
}

export function App({ client, router }: { client: QueryClient; router: Router }) {
  return (
    <Looks>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Looks>
  );
}
