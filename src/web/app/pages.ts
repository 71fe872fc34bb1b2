import type { RouteObject } from 'react-router';

/** Each page is a file of its own for the browser: `Component`, and `preload` for its data. */
export const pages: RouteObject[] = [
  { index: true, lazy: () => import('../pages/dashboard-page.tsx') },
  { path: 'dashboard', lazy: () => import('../pages/dashboard-page.tsx') },
  { path: 'invoices', lazy: () => import('../pages/invoices-page.tsx') },
  { path: 'invoices/:id', lazy: () => import('../pages/invoice-page.tsx') },
  { path: 'recurring', lazy: () => import('../pages/recurring-list-page.tsx') },
  { path: 'recurring/:id', lazy: () => import('../pages/recurring-page.tsx') },
  { path: 'calendar', lazy: () => import('../pages/calendar-page.tsx') },
  { path: 'estimates', lazy: () => import('../pages/estimates-page.tsx') },
  { path: 'estimates/:id', lazy: () => import('../pages/estimate-page.tsx') },
  { path: 'credit-notes', lazy: () => import('../pages/credit-notes-page.tsx') },
  { path: 'credit-notes/:id', lazy: () => import('../pages/credit-note-page.tsx') },
  { path: 'customers', lazy: () => import('../pages/customers-page.tsx') },
  { path: 'customers/:id', lazy: () => import('../pages/customer-page.tsx') },
  { path: 'items', lazy: () => import('../pages/items-page.tsx') },
  { path: 'expenses', lazy: () => import('../pages/expenses-page.tsx') },
  { path: 'reports', lazy: () => import('../pages/reports-page.tsx') },
  { path: 'reports/:report', lazy: () => import('../pages/account-report-page.tsx') },
  { path: 'business-profile', lazy: () => import('../pages/business-profile-page.tsx') },
  { path: 'account', lazy: () => import('../pages/account-page.tsx') },
  { path: 'users', lazy: () => import('../pages/users-page.tsx') },
  { path: 'outbox', lazy: () => import('../pages/outbox-page.tsx') },
  { path: 'jobs', lazy: () => import('../pages/jobs-page.tsx') },
  { path: 'subscribe', lazy: () => import('../pages/subscribe-page.tsx') },
  { path: 'billing', lazy: () => import('../pages/billing-page.tsx') },
];

/** Pages about payments that ask nobody who they are. */
export const paymentPages: RouteObject[] = [
  { path: 'subscription-success', lazy: () => import('../pages/subscription-success-page.tsx') },
  { path: 'test-payment', lazy: () => import('../pages/test-payment-page.tsx') },
];

/** The ways in. */
export const signedOutPages: RouteObject[] = [
  { path: 'sign-in', lazy: () => import('../pages/sign-in-page.tsx') },
  { path: 'sign-up', lazy: () => import('../pages/sign-up-page.tsx') },
  { path: 'forgot-password', lazy: () => import('../pages/forgot-password-page.tsx') },
  { path: 'reset-password', lazy: () => import('../pages/reset-password-page.tsx') },
  { path: 'confirmed', lazy: () => import('../pages/confirmed-page.tsx') },
];
