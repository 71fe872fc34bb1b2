import type { RouteObject } from 'react-router';
import { createBrowserRouter, useRouteError } from 'react-router';
import { PageError } from '../ui/page-error.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { RequireUser } from './require-user.tsx';
import { Root } from './root.tsx';
import classes from './shell.module.css';
import { Shell } from './shell.tsx';
import { TestedPage } from './test-mode-banner.tsx';

/** Each page is a file of its own for the browser, fetched when it is gone to. */
const pages: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import('../pages/dashboard-page.tsx')).DashboardPage }),
  },
  {
    path: 'dashboard',
    lazy: async () => ({ Component: (await import('../pages/dashboard-page.tsx')).DashboardPage }),
  },
  {
    path: 'invoices',
    lazy: async () => ({ Component: (await import('../pages/invoices-page.tsx')).InvoicesPage }),
  },
  {
    path: 'invoices/:id',
    lazy: async () => ({ Component: (await import('../pages/invoice-page.tsx')).InvoicePage }),
  },
  {
    path: 'estimates',
    lazy: async () => ({ Component: (await import('../pages/estimates-page.tsx')).EstimatesPage }),
  },
  {
    path: 'estimates/:id',
    lazy: async () => ({ Component: (await import('../pages/estimate-page.tsx')).EstimatePage }),
  },
  {
    path: 'credit-notes',
    lazy: async () => ({
      Component: (await import('../pages/credit-notes-page.tsx')).CreditNotesPage,
    }),
  },
  {
    path: 'credit-notes/:id',
    lazy: async () => ({
      Component: (await import('../pages/credit-note-page.tsx')).CreditNotePage,
    }),
  },
  {
    path: 'customers',
    lazy: async () => ({ Component: (await import('../pages/customers-page.tsx')).CustomersPage }),
  },
  {
    path: 'customers/:id',
    lazy: async () => ({ Component: (await import('../pages/customer-page.tsx')).CustomerPage }),
  },
  {
    path: 'items',
    lazy: async () => ({ Component: (await import('../pages/items-page.tsx')).ItemsPage }),
  },
  {
    path: 'expenses',
    lazy: async () => ({ Component: (await import('../pages/expenses-page.tsx')).ExpensesPage }),
  },
  {
    path: 'reports',
    lazy: async () => ({ Component: (await import('../pages/reports-page.tsx')).ReportsPage }),
  },
  {
    path: 'reports/:report',
    lazy: async () => ({
      Component: (await import('../pages/account-report-page.tsx')).AccountReportPage,
    }),
  },
  {
    path: 'business-profile',
    lazy: async () => ({
      Component: (await import('../pages/business-profile-page.tsx')).BusinessProfilePage,
    }),
  },
  {
    path: 'account',
    lazy: async () => ({ Component: (await import('../pages/account-page.tsx')).AccountPage }),
  },
  {
    path: 'users',
    lazy: async () => ({ Component: (await import('../pages/users-page.tsx')).UsersPage }),
  },
  {
    path: 'outbox',
    lazy: async () => ({ Component: (await import('../pages/outbox-page.tsx')).OutboxPage }),
  },
  {
    path: 'jobs',
    lazy: async () => ({ Component: (await import('../pages/jobs-page.tsx')).JobsPage }),
  },
  {
    path: 'subscribe',
    lazy: async () => ({ Component: (await import('../pages/subscribe-page.tsx')).SubscribePage }),
  },
  {
    path: 'billing',
    lazy: async () => ({ Component: (await import('../pages/billing-page.tsx')).BillingPage }),
  },
];

/** Pages about payments that ask nobody who they are. */
const paymentPages: RouteObject[] = [
  {
    path: 'subscription-success',
    lazy: async () => ({
      Component: (await import('../pages/subscription-success-page.tsx')).SubscriptionSuccessPage,
    }),
  },
  {
    path: 'test-payment',
    lazy: async () => ({
      Component: (await import('../pages/test-payment-page.tsx')).TestPaymentPage,
    }),
  },
];

/** The ways in. */
const signedOutPages: RouteObject[] = [
  {
    path: 'sign-in',
    lazy: async () => ({ Component: (await import('../pages/sign-in-page.tsx')).SignInPage }),
  },
  {
    path: 'sign-up',
    lazy: async () => ({ Component: (await import('../pages/sign-up-page.tsx')).SignUpPage }),
  },
  {
    path: 'forgot-password',
    lazy: async () => ({
      Component: (await import('../pages/forgot-password-page.tsx')).ForgotPasswordPage,
    }),
  },
  {
    path: 'reset-password',
    lazy: async () => ({
      Component: (await import('../pages/reset-password-page.tsx')).ResetPasswordPage,
    }),
  },
  {
    path: 'confirmed',
    lazy: async () => ({
      Component: (await import('../pages/confirmed-page.tsx')).ConfirmedPage,
    }),
  },
];

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

/** A page that broke, or whose file could not be fetched (after an update, or offline). */
function RouteError() {
  const error = useRouteError();
  const notFetched = error instanceof TypeError && /import|fetch|load/i.test(error.message);
  return (
    <div className={classes.content}>
      <PageError
        title={notFetched ? 'This page could not be fetched' : 'Something went wrong on this page'}
        detail={
          notFetched
            ? 'You may be offline, or Remit has been updated. Reloading brings the newest version; forms keep what you typed.'
            : 'The fault is ours. Reload the page; forms keep what you typed.'
        }
        evenOffline
        onRetry={() => globalThis.location.reload()}
      />
    </div>
  );
}
