import type { Route } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';

export function stripeControls(_context: SandboxContext): Route[] {
  return [];
}
