import { BillingView } from '../features/subscription/billing-view.tsx';

export function Component() {
  return <BillingView />;
}
