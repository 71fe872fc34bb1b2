export { SuccessView as Component } from '../features/subscription/success-view.tsx';
