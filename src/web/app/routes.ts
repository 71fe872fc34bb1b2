import {
  IconBuildingStore,
  IconChartBar,
  IconCreditCard,
  IconCrown,
  IconFileInvoice,
  IconFileText,
  IconLayoutDashboard,
  IconReceipt,
  IconTag,
  IconUsers,
  IconUserShield,
} from '@tabler/icons-react';
import type { IconType } from '../ui/icon.tsx';

export interface NavEntry {
  path: string;
  label: string;
  icon: IconType;
  /** Shown to the admin alone. */
  adminOnly?: boolean;
}

/** The entries of the sidebar and the menu, in order, in their two groups. */
export const NAV_GROUPS: readonly (readonly NavEntry[])[] = [
  [
    { path: '/', label: 'Dashboard', icon: IconLayoutDashboard },
    { path: '/invoices', label: 'Invoices', icon: IconFileInvoice },
    { path: '/estimates', label: 'Estimates', icon: IconFileText },
    { path: '/customers', label: 'Customers', icon: IconUsers },
    { path: '/items', label: 'Items & Services', icon: IconTag },
    { path: '/expenses', label: 'Expenses', icon: IconReceipt },
    { path: '/reports', label: 'Reports', icon: IconChartBar },
  ],
  [
    { path: '/business-profile', label: 'Business Profile', icon: IconBuildingStore },
    { path: '/users', label: 'Users', icon: IconUserShield, adminOnly: true },
    { path: '/subscribe', label: 'Subscription', icon: IconCrown },
    { path: '/billing', label: 'Billing', icon: IconCreditCard },
  ],
];

const ENTRIES = NAV_GROUPS.flat();

/** The entry that a path belongs to: '/invoices/12' belongs to Invoices, '/dashboard' to Dashboard. */
export function entryOf(path: string): NavEntry | undefined {
  const plain = path === '/dashboard' ? '/' : path.replace(/\/+$/, '') || '/';
  return ENTRIES.find(
    (entry) => entry.path === plain || (entry.path !== '/' && plain.startsWith(`${entry.path}/`)),
  );
}

/** The title of a page; an unknown path is named after the application. */
export function pageTitle(path: string): string {
  return entryOf(path)?.label ?? 'Invoice App';
}

/** The path of ours that is most like an unknown one, for the not-found page; undefined if none is. */
export function closestPath(path: string): string | undefined {
  const near = ENTRIES.filter((entry) => entry.path !== '/')
    .map((entry) => ({ path: entry.path, distance: editDistance(path.toLowerCase(), entry.path) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return near && near.distance <= Math.max(2, near.path.length / 3) ? near.path : undefined;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
