import type { RouteObject } from 'react-router';
import { createBrowserRouter, useRouteError } from 'react-router';
import { PageError } from '../ui/page-error.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { pages, paymentPages, signedOutPages } from './pages.ts';
import { RequireUser } from './require-user.tsx';
import { Root } from './root.tsx';
import { CONTENT, Shell } from './shell.tsx';
import { TestedPage } from './test-mode-banner.tsx';

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: PageSpinner,
    children: [
      {
        Component: RequireUser,
        children: [
          { Component: Shell, children: [{ ErrorBoundary: RouteError, children: pages }] },
        ],
      },
      { Component: TestedPage, children: paymentPages },
      ...signedOutPages,
      {
        path: '*',
        lazy: async () => ({
          Component: (await import('../pages/not-found-page.tsx')).NotFoundPage,
        }),
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
export type Router = ReturnType<typeof createRouter>;

/** A page that broke, or whose file could not be fetched (after an update, or offline). */
function RouteError() {
  const error = useRouteError();
  const notFetched = error instanceof TypeError && /import|fetch|load/i.test(error.message);
  return (
    <div className={CONTENT}>
      <PageError
        title={notFetched ? 'This page could not be loaded' : 'Something went wrong on this page'}
        detail={
          notFetched
            ? 'You may be offline, or Remit has been updated. Reload to get the newest version; what you typed in forms is kept.'
            : 'Something went wrong on our side. Reload the page; what you typed in forms is kept.'
        }
        evenOffline
        onRetry={() => globalThis.location.reload()}
      />
    </div>
  );
}
