import type { RouteObject } from 'react-router';
import { createBrowserRouter } from 'react-router';
import { PageSpinner } from '../ui/spinner.tsx';
import { RequireUser } from './require-user.tsx';
import { Root } from './root.tsx';
import { RouteError } from './route-error.tsx';
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
