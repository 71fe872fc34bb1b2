import type { Env } from './read-env.ts';

/** Where Contact Support writes to: as set, or support@ the host that people type. */
export function supportAddress(env: Pick<Env, 'supportEmail'>, appUrl: string): string {
  return env.supportEmail ?? `support@${new URL(appUrl).hostname}`;
}
