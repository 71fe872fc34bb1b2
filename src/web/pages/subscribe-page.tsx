export { SubscribeView as Component } from '../features/subscription/subscribe-view.tsx';
