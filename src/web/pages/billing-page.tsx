export { BillingView as Component } from '../features/subscription/billing-view.tsx';
