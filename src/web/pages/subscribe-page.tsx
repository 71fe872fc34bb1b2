import { SubscribeView } from '../features/subscription/subscribe-view.tsx';

export function SubscribePage() {
  return <SubscribeView />;
}
