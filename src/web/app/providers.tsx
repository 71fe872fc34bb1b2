import { MantineProvider } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './router.tsx';
import { colorSchemeManager, theme } from './theme.ts';

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

export function App({ client }: { client: QueryClient }) {
  const [router] = useState(createRouter);
  return (
    <Looks>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Looks>
  );
}
