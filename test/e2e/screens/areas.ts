/** All that `every-screen.e2e.ts` looks at. */
import { ACCOUNT, SUSPENDED } from './account.ts';
import { ANSWER_PAGES } from './answer-pages.ts';
import { CREDIT_NOTES } from './credit-notes.ts';
import { CUSTOMER_PAGE } from './customer-page.ts';
import { ESTIMATES } from './estimates.ts';
import { INVOICE_ACTIONS } from './invoice-actions.ts';
import { INVOICE_EDITOR } from './invoice-editor.ts';
import { INVOICE_PAGE } from './invoice-page.ts';
import { INVOICES } from './invoices.ts';
import type { Area } from './listed-state.ts';
import { NEWCOMER } from './newcomer.ts';
import { PAY_PAGES, RECEIPTS } from './pay-pages.ts';
import { CALENDAR, RECURRING } from './planned.ts';
import { PLANS } from './plans.ts';
import { PORTAL, PORTAL_LINKS } from './portal.ts';
import { PROFILE_OF_NORD, PROFILE_OF_OWNER } from './profile.ts';
import { RECORDS } from './records.ts';
import { REPORTS } from './reports.ts';
import { SECOND_BUSINESS } from './second-business.ts';
import { INSTALLED, SHELL } from './shell.ts';
import { FRONT, PAYMENT_TEST, WAYS_IN } from './ways-in.ts';

export const AREAS: readonly Area[] = [
  SHELL,
  NEWCOMER,
  INVOICES,
  INVOICE_PAGE,
  INVOICE_ACTIONS,
  INVOICE_EDITOR,
  ESTIMATES,
  CREDIT_NOTES,
  RECURRING,
  CALENDAR,
  RECORDS,
  CUSTOMER_PAGE,
  REPORTS,
  PROFILE_OF_OWNER,
  PROFILE_OF_NORD,
  SECOND_BUSINESS,
  ACCOUNT,
  SUSPENDED,
  PLANS,
  FRONT,
  WAYS_IN,
  PAYMENT_TEST,
  PAY_PAGES,
  RECEIPTS,
  ANSWER_PAGES,
  PORTAL,
  PORTAL_LINKS,
  INSTALLED,
];
