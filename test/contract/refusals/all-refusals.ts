import { ACCOUNT_REFUSALS } from './accounts.ts';
import { BY_NUMBER_REFUSALS } from './by-number.ts';
import { CREDIT_NOTE_REFUSALS } from './credit-notes.ts';
import { CUSTOMERS_PAGES_REFUSALS } from './customers-pages.ts';
import { CONTENT_REFUSALS } from './document-content.ts';
import { DOCUMENT_REFUSALS } from './documents.ts';
import { LINE_REFUSALS } from './lines.ts';
import { LIST_REFUSALS } from './lists-and-reports.ts';
import { MESSAGE_REFUSALS } from './messages.ts';
import { PAYMENT_REFUSALS } from './payments.ts';
import { PREVIEW_REFUSALS } from './previews.ts';
import { PROFILE_REFUSALS } from './profile.ts';
import { RECORD_REFUSALS } from './records.ts';
import { RECURRING_REFUSALS } from './recurring.ts';
import type { Refusals } from './refusal.ts';

/** What each call refuses by its contract alone. A call that takes anything has its own here. */
export const ALL_REFUSALS: readonly Refusals[] = [
  ...ACCOUNT_REFUSALS,
  ...BY_NUMBER_REFUSALS,
  ...CREDIT_NOTE_REFUSALS,
  ...CUSTOMERS_PAGES_REFUSALS,
  ...CONTENT_REFUSALS,
  ...DOCUMENT_REFUSALS,
  ...LINE_REFUSALS,
  ...LIST_REFUSALS,
  ...MESSAGE_REFUSALS,
  ...PAYMENT_REFUSALS,
  ...PREVIEW_REFUSALS,
  ...PROFILE_REFUSALS,
  ...RECORD_REFUSALS,
  ...RECURRING_REFUSALS,
];
