import type { Env } from '../../platform/env/read-env.ts';

/** Whether this is the account of ADMIN_EMAIL: only a verified address counts (decision 4). */
export function isAdmin(
  env: Pick<Env, 'adminEmail'>,
  account: { email: string; emailVerified: boolean },
): boolean {
  return env.adminEmail !== undefined && account.emailVerified && account.email === env.adminEmail;
}
