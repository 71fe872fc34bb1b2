import type { Route } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';

export function stripeRoutes(_context: SandboxContext): Route[] {
  return [];
}
