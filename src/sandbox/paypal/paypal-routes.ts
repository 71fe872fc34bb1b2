import type { Route } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';

/** The routes of PayPal's API and pages. */
export function paypalRoutes(_context: SandboxContext): Route[] {
  return [];
}

/** What tests steer PayPal's side with, under `/_sandbox/paypal/`. */
export function paypalControls(_context: SandboxContext): Route[] {
  return [];
}
