import { Fragment } from 'react';
import { Link, useNavigate } from 'react-router';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import {
  IconChartBar,
  IconDotsVertical,
  IconFileInvoice,
  IconLayoutDashboard,
  IconLogout,
  IconMenu2,
  IconPlus,
  IconBuildingStore,
  IconUsers,
} from '../ui/icons.ts';
import { Menu } from '../ui/menu.tsx';
import { useWriteRefusal } from '../ui/offline.tsx';
import { askToLogOut } from './ask-to-log-out.ts';
import { NotificationsBell } from './notifications-bell.tsx';
import { SearchButton } from './search.tsx';

export function TopBar({ title, onSearch }: { title: string; onSearch: (text: string) => void }) {
  const navigate = useNavigate();
  return (
    <header className="sticky top-(--h-banner) z-5 flex h-14 items-center gap-0.5 border-b border-hairline bg-paper pr-1.5 pl-4 print:hidden">
      <h1 className="min-w-0 flex-1 truncate text-20 tracking-[-0.016em]">{title}</h1>
      <SearchButton onOpen={onSearch} />
      <NotificationsBell />
      <Menu
        label="More"
        target={<IconButton label="More" tooltip={false} icon={IconDotsVertical} />}
        groups={[
          [
            {
              label: 'Settings',
              icon: IconBuildingStore,
              onClick: () => void navigate('/business-profile'),
            },
            { label: 'Reports', icon: IconChartBar, onClick: () => void navigate('/reports') },
          ],
          [{ label: 'Logout', icon: IconLogout, onClick: askToLogOut }],
        ]}
      />
    </header>
  );
}

/** The tab that the create button stands before. */
const MIDDLE = '/customers';
const TABS = [
  { path: '/', label: 'Dashboard', icon: IconLayoutDashboard },
  { path: '/invoices', label: 'Invoices', icon: IconFileInvoice },
  { path: '/customers', label: 'Customers', icon: IconUsers },
];

/** What the button in the middle begins, by the page's entry; everywhere else an invoice. */
const CREATES: Record<string, string> = {
  '/invoices': 'Create Invoice',
  '/recurring': 'Add recurring invoice',
  '/estimates': 'Create Estimate',
  '/credit-notes': 'Create Credit Note',
  '/customers': 'Add Customer',
  '/items': 'Add Item',
  '/expenses': 'Add Expense',
};

const TAB =
  'flex cursor-pointer flex-col items-center justify-center gap-[3px] border-0 bg-transparent p-0 text-[0.71875rem] outline-offset-[-2px] [-webkit-tap-highlight-color:transparent] hover:no-underline';
const TAB_OFF = 'font-[500] text-muted';

interface BottomBarProps {
  current: string | undefined;
  menuOpened: boolean;
  onMenu: () => void;
}

export function BottomBar({ current, menuOpened, onMenu }: BottomBarProps) {
  return (
    <nav
      className="fixed inset-x-0 bottom-0 z-6 grid h-(--h-bottom-bar) grid-cols-5 border-t border-hairline bg-paper pt-1.5 pr-[max(8px,env(safe-area-inset-right,0px))] pb-[max(22px,env(safe-area-inset-bottom,0px))] pl-[max(8px,env(safe-area-inset-left,0px))] print:hidden"
      aria-label="Main"
    >
      {TABS.map((tab) => (
        <Fragment key={tab.path}>
          {tab.path === MIDDLE && <CreateButton current={current} />}
          <Link
            to={tab.path}
            className={cx(TAB, tab.path === current ? 'font-[640] text-ink' : TAB_OFF)}
            aria-current={tab.path === current ? 'page' : undefined}
          >
            <Icon as={tab.icon} size={22} />
            {tab.label}
          </Link>
        </Fragment>
      ))}
      <button
        type="button"
        className={cx(TAB, TAB_OFF)}
        aria-haspopup="dialog"
        aria-expanded={menuOpened}
        onClick={onMenu}
      >
        <Icon as={IconMenu2} size={22} />
        Menu
      </button>
    </nav>
  );
}

/** Begins what the page is about, from a place of its own: above a list it would cover amounts. */
function CreateButton({ current }: Pick<BottomBarProps, 'current'>) {
  const navigate = useNavigate();
  const refusal = useWriteRefusal();
  const path = current && CREATES[current] ? current : '/invoices';
  const label = path === current ? CREATES[path] : 'New invoice';
  const begin = () => {
    if (refusal !== undefined) return;
    const { pathname, search } = globalThis.location;
    const isThere = pathname === path;
    const params = new URLSearchParams(isThere ? search : '');
    params.set('new', '1');
    // What is added in a dialog over its own list is no step of its own: the dialog brings an entry
    // that Back closes.
    const replace = isThere && label?.startsWith('Add') === true;
    void navigate(`${path}?${params}`, { replace, preventScrollReset: true });
  };
  return (
    <button
      type="button"
      // The whole slot takes the thumb; the ink square is what one sees.
      className="grid cursor-pointer place-items-center border-0 bg-transparent p-0 [-webkit-tap-highlight-color:transparent] aria-disabled:cursor-default aria-disabled:opacity-40"
      aria-label={label}
      aria-disabled={refusal !== undefined || undefined}
      title={refusal}
      onClick={begin}
    >
      <span className="grid h-10 w-[46px] place-items-center rounded-[14px] bg-action text-on-action">
        <Icon as={IconPlus} size={24} />
      </span>
    </button>
  );
}
