import {
  IconChartBar,
  IconDotsVertical,
  IconFileInvoice,
  IconLayoutDashboard,
  IconLogout,
  IconMenu2,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { askToLogOut } from './ask-to-log-out.ts';
import classes from './mobile-bars.module.css';
import { NotificationsBell } from './notifications-bell.tsx';
import { SearchButton } from './search.tsx';

export function TopBar({ title, onSearch }: { title: string; onSearch: (text: string) => void }) {
  const navigate = useNavigate();
  return (
    <header className={classes.top}>
      <h1>{title}</h1>
      <SearchButton onOpen={onSearch} />
      <NotificationsBell />
      <Menu
        label="More"
        target={<IconButton label="More" tooltip={false} icon={IconDotsVertical} />}
        groups={[
          [
            {
              label: 'Settings',
              icon: IconSettings,
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

const TABS = [
  { path: '/', label: 'Dashboard', icon: IconLayoutDashboard },
  { path: '/invoices', label: 'Invoices', icon: IconFileInvoice },
  { path: '/customers', label: 'Customers', icon: IconUsers },
];

interface BottomBarProps {
  current: string | undefined;
  menuOpened: boolean;
  onMenu: () => void;
}

export function BottomBar({ current, menuOpened, onMenu }: BottomBarProps) {
  return (
    <nav className={classes.bottom} aria-label="Main">
      {TABS.map((tab) => (
        <Link
          key={tab.path}
          to={tab.path}
          className={cx(classes.tab, tab.path === current && classes.on)}
          aria-current={tab.path === current ? 'page' : undefined}
        >
          <Icon as={tab.icon} size={22} />
          {tab.label}
        </Link>
      ))}
      <button
        type="button"
        className={classes.tab}
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
