import type { AdminUser, UserStats } from '../../../shared/admin/users.contract.ts';
import { capital } from '../../lib/capital.ts';
import { formatCount } from '../../lib/format-count.ts';

/** A count and what it counts: '1 user', '1,204 users'; '1,000+ users' where no more were counted. */
export function usersWords({ count, more = false }: { count: number; more?: boolean }): string {
  const noun = count === 1 && !more ? 'user' : 'users';
  return `${formatCount(count)}${more ? '+' : ''} ${noun}`;
}

/** A part of all accounts: '61% of users', 'less than 1% of users'; '' where there is none. */
export function shareWords(part: number, { totalUsers }: UserStats): string {
  if (part === 0 || totalUsers === 0) return '';
  const percent = (part / totalUsers) * 100;
  if (percent < 1) return 'less than 1% of users';
  // All but one of many are not all of them.
  const whole = part === totalUsers ? 100 : Math.min(99, Math.round(percent));
  return `${whole}% of users`;
}

/** 'Yearly' or 'Monthly', while there is a plan. */
export function planWords({
  subscriptionPlan,
}: Pick<AdminUser, 'subscriptionPlan'>): string | undefined {
  return subscriptionPlan === null ? undefined : capital(subscriptionPlan);
}
