import { AppError } from '../../../shared/errors/app-error.ts';
import type { Env } from '../../platform/env/read-env.ts';

/** Whether this is the account of ADMIN_EMAIL: only a verified address counts (decision 4). */
export function isAdmin(
  env: Pick<Env, 'adminEmail'>,
  account: { email: string; emailVerified: boolean },
): boolean {
  return env.adminEmail !== undefined && account.emailVerified && account.email === env.adminEmail;
}

/** @throws AppError FORBIDDEN */
export function requireAdmin(
  env: Pick<Env, 'adminEmail'>,
  account: { email: string; emailVerified: boolean },
): void {
  if (isAdmin(env, account)) return;
  throw new AppError('FORBIDDEN', "You don't have permission to access this page.");
}
