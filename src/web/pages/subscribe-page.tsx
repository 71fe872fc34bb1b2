import { SubscribeView } from '../features/subscription/subscribe-view.tsx';

export function Component() {
  return <SubscribeView />;
}
