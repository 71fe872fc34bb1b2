import { DashboardView } from '../features/dashboard/dashboard-view.tsx';
import { FloatingButton } from '../ui/floating-button.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';

/** How the business stands; on the phone with the button that begins an invoice. */
export function DashboardPage() {
  const phone = useIsPhone();
  return (
    <>
      <DashboardView />
      {phone && <FloatingButton label="New invoice" to="/invoices?new=1" />}
    </>
  );
}
