import { BillingView } from '../features/subscription/billing-view.tsx';

export function BillingPage() {
  return <BillingView />;
}
