import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { DashboardView } from '../features/dashboard/dashboard-view.tsx';
import { Icon } from '../ui/icon.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';
import classes from './dashboard-page.module.css';

/** How the business stands; on the phone with the button that begins an invoice. */
export function DashboardPage() {
  const phone = useIsPhone();
  return (
    <>
      <DashboardView />
      {phone && (
        <Link className={classes.fab} to="/invoices?new=1" aria-label="New invoice">
          <Icon as={IconPlus} size={26} />
        </Link>
      )}
    </>
  );
}
