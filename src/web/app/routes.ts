import { withoutTrailing } from '../../shared/text/without-trailing.ts';
import type { IconType } from '../ui/icons.ts';
import {
  IconBuildingStore,
  IconCalendar,
  IconChartBar,
  IconCreditCard,
  IconCrown,
  IconFileInvoice,
  IconFileText,
  IconLayoutDashboard,
  IconReceipt,
  IconReceiptRefund,
  IconRefresh,
  IconTag,
  IconUserShield,
  IconUsers,
} from '../ui/icons.ts';

export interface NavEntry {
  path: string;
  label: string;
  icon: IconType;
  /** The letter that goes there after G. */
  key?: string;
  /** Shown to the admin alone. */
  adminOnly?: boolean;
}

/** The entries of the sidebar and the menu, in order, in their two groups. */
export const NAV_GROUPS: readonly (readonly NavEntry[])[] = [
  [
    { path: '/', label: 'Dashboard', icon: IconLayoutDashboard, key: 'D' },
    { path: '/invoices', label: 'Invoices', icon: IconFileInvoice, key: 'I' },
    { path: '/recurring', label: 'Recurring', icon: IconRefresh, key: 'A' },
    { path: '/calendar', label: 'Calendar', icon: IconCalendar, key: 'L' },
    { path: '/estimates', label: 'Estimates', icon: IconFileText, key: 'E' },
    { path: '/credit-notes', label: 'Credit notes', icon: IconReceiptRefund, key: 'N' },
    { path: '/customers', label: 'Customers', icon: IconUsers, key: 'C' },
    { path: '/items', label: 'Items & Services', icon: IconTag, key: 'S' },
    { path: '/expenses', label: 'Expenses', icon: IconReceipt, key: 'X' },
    { path: '/reports', label: 'Reports', icon: IconChartBar, key: 'R' },
  ],
  [
    { path: '/business-profile', label: 'Business Profile', icon: IconBuildingStore, key: 'P' },
    { path: '/users', label: 'Users', icon: IconUserShield, key: 'U', adminOnly: true },
    { path: '/subscribe', label: 'Subscription', icon: IconCrown },
    { path: '/billing', label: 'Billing', icon: IconCreditCard, key: 'B' },
  ],
];

const ENTRIES = NAV_GROUPS.flat();

/** The entry that a path belongs to: '/invoices/12' belongs to Invoices, '/dashboard' to Dashboard. */
export function findEntry(path: string): NavEntry | undefined {
  const plain = path === '/dashboard' ? '/' : withoutTrailing(path, '/') || '/';
  return ENTRIES.find(
    (entry) => entry.path === plain || (entry.path !== '/' && plain.startsWith(`${entry.path}/`)),
  );
}

/** Pages that have no entry of their own there, by their first part. */
const OTHER_TITLES: Record<string, string> = {
  account: 'Account',
  outbox: 'Outbox',
  jobs: 'Background jobs',
};

/** The title of a page; an unknown path is named after the application. */
export function pageTitle(path: string): string {
  const [, first = ''] = path.split('/');
  return findEntry(path)?.label ?? OTHER_TITLES[first] ?? 'Invoice App';
}
