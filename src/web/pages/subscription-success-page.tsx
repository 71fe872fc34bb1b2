import { SuccessView } from '../features/subscription/success-view.tsx';

/** Public: whoever is not signed in is told so here. */
export function Component() {
  return <SuccessView />;
}
