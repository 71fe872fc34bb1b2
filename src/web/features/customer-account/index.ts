export type { PaymentStep } from './account-view.tsx';
export { AccountView } from './account-view.tsx';
