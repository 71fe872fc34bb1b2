export { AccountView } from './account-view.tsx';
