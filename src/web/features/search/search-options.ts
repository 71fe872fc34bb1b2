/** What the palette offers for a search, in groups, from what was found and what can be done. */

import type { KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { INVOICE_STANDING_LABELS } from '../../../shared/invoices/invoice-status.ts';
import { formatMoney, formatUnitPrice, money } from '../../../shared/money/money.ts';
import { describeSchedule } from '../../../shared/recurring/describe-schedule.ts';
import type { SearchAnswer } from '../../../shared/search/search.contract.ts';
import { pagePath } from '../../documents/document-places.ts';
import { standingGlyph } from '../../documents/invoice-badge.tsx';
import { formatDue, formatPart } from '../../documents/partly-paid.ts';
import { partyName, partyNames } from '../../documents/party-names.ts';
import { nameRecurring, recurringPath } from '../../documents/recurring-name.ts';
import type { GlyphKind } from '../../documents/status-glyph.tsx';
import { buildListAddress } from '../../lib/list-address.ts';
import type { IconType } from '../../ui/icons.ts';
import {
  IconFileInvoice,
  IconFileText,
  IconPlus,
  IconReceipt,
  IconRefresh,
  IconSearch,
  IconTag,
  IconUsers,
} from '../../ui/icons.ts';
import { startsWord } from './match-words.ts';

export interface SearchOption {
  /** Unlike any other's. */
  key: string;
  title: string;
  /** Muted beside the title. */
  detail?: string | undefined;
  /** A sum, at the right, and what it is a part of: '$40.00 due', 'of $100.00'. */
  amount?: string;
  whole?: string | undefined;
  icon: IconType;
  /** In the icon's place: how far a document has come. */
  glyph?: GlyphKind;
  /** That glyph in words, for readers. */
  status?: string;
  /** The customer has opened it, which the glyph does not say. */
  isViewed?: boolean;
  /** Where it leads. */
  to: string;
  /** Where the second way leads: a new invoice for a customer. */
  alsoTo?: string;
}

export interface OptionGroup {
  title: string;
  options: SearchOption[];
}

/** A page of the application, as the sidebar has it. */
export interface PageEntry {
  path: string;
  label: string;
  icon: IconType;
}

const ACTIONS: readonly SearchOption[] = [
  { key: 'new-invoice', title: 'New invoice', icon: IconPlus, to: '/invoices?new=1' },
  { key: 'new-estimate', title: 'New estimate', icon: IconPlus, to: '/estimates?new=1' },
  {
    key: 'new-recurring',
    title: 'New recurring invoice',
    icon: IconPlus,
    to: '/recurring?new=1',
  },
  { key: 'add-customer', title: 'Add customer', icon: IconPlus, to: '/customers?new=1' },
  { key: 'add-item', title: 'Add item', icon: IconPlus, to: '/items?new=1' },
  { key: 'add-expense', title: 'Add expense', icon: IconPlus, to: '/expenses?new=1' },
];

/** The records that were found, by kind. Kinds without a hit are left out. */
export function foundGroups(found: SearchAnswer): OptionGroup[] {
  return [
    {
      title: 'Customers',
      options: found.customers.map((customer) => {
        const { main, beside } = partyNames(customer);
        return {
          key: `customer-${customer.id}`,
          title: main,
          detail: beside,
          icon: IconUsers,
          to: `/customers/${customer.id}`,
          alsoTo: `/invoices?new=1&customer=${customer.id}`,
        };
      }),
    },
    {
      title: 'Invoices',
      options: found.invoices.map((one) => {
        const option = documentOption('invoice', one.invoiceNumber, one);
        const part = formatPart(one);
        return {
          ...option,
          icon: IconFileInvoice,
          amount: part ? `${part.amount} ${part.words}` : (formatDue(one) ?? option.amount),
          whole: part && [part.whole, part.wholeWords].filter(Boolean).join(' '),
        };
      }),
    },
    {
      title: 'Estimates',
      options: found.estimates.map((one) => documentOption('estimate', one.estimateNumber, one)),
    },
    {
      title: 'Credit notes',
      options: found.creditNotes.map((one) =>
        documentOption('credit_note', one.creditNoteNumber, one),
      ),
    },
    {
      title: 'Recurring invoices',
      options: found.recurring.map((one) => ({
        key: `recurring-${one.id}`,
        title: nameRecurring(one),
        detail: describeSchedule(one.schedule),
        amount: formatMoney(money(one.total, one.currency)),
        icon: IconRefresh,
        to: recurringPath(one),
      })),
    },
    {
      title: 'Items & Services',
      options: found.items.map(({ id, name, category, unitPrice, currency }) => ({
        key: `item-${id}`,
        title: name,
        detail: category ?? undefined,
        amount: formatUnitPrice(money(unitPrice, currency)),
        icon: IconTag,
        to: buildListAddress('/items', name),
      })),
    },
    {
      title: 'Expenses',
      options: found.expenses.map(({ id, description, vendor, amount, currency }) => ({
        key: `expense-${id}`,
        title: description,
        detail: vendor ?? undefined,
        amount: formatMoney(money(amount, currency)),
        icon: IconReceipt,
        to: buildListAddress('/expenses', description),
      })),
    },
  ].filter(({ options }) => options.length > 0);
}

function documentOption(
  kind: KindName,
  number: string,
  document: SearchAnswer['invoices' | 'estimates' | 'creditNotes'][number],
): SearchOption & { amount: string } {
  const { id, total, currency, status } = document;
  const isViewed = 'viewedAt' in document && document.viewedAt !== null;
  const standing = 'standing' in document ? document.standing : undefined;
  const isSent = standing === undefined ? status === 'sent' : standing === 'sent';
  const [glyph, words]: [GlyphKind, string] =
    isSent && isViewed
      ? ['viewed', 'viewed']
      : standing === undefined
        ? [status, status]
        : [standingGlyph(standing), INVOICE_STANDING_LABELS[standing].toLowerCase()];
  return {
    key: `${DOCUMENT_KINDS[kind].path}-${id}`,
    title: shownNumber(number),
    detail: partyName(document),
    amount: formatMoney(money(total, currency)),
    icon: IconFileText,
    glyph,
    status: words,
    isViewed: status === 'overdue' && isViewed,
    to: pagePath(kind, document),
  };
}

/** What can be done and gone to, for a search; all actions before anything was typed. */
export function actionGroups(search: string, pages: readonly PageEntry[]): OptionGroup[] {
  const fits = ({ title }: SearchOption) => search === '' || startsWord(title, search);
  const goTo = pages.map(({ path, label, icon }) => ({
    key: `page-${path}`,
    title: label,
    icon,
    to: path,
  }));
  const groups = [
    { title: 'Actions', options: ACTIONS.filter(fits) },
    { title: 'Pages', options: search === '' ? [] : goTo.filter(fits) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** The last way on, where records were searched for: the list of invoices with the same search. */
export function searchInvoices(search: string): OptionGroup {
  return {
    title: 'More',
    options: [
      {
        key: 'search-invoices',
        title: 'All invoices matching',
        detail: `“${search}”`,
        icon: IconSearch,
        to: buildListAddress('/invoices', search),
      },
    ],
  };
}
