import type { AdminUser, UserStats } from '../../../shared/admin/users.contract.ts';
import { capitalize } from '../../../shared/text/capitalize.ts';
import { formatCount } from '../../lib/format-count.ts';

/** A count and what it counts: '1 user', '1,204 users'; '1,000+ users' where no more were counted. */
export function formatUserCount({
  count,
  more = false,
}: {
  count: number;
  more?: boolean;
}): string {
  const noun = count === 1 && !more ? 'user' : 'users';
  return `${formatCount(count)}${more ? '+' : ''} ${noun}`;
}

/** A part of all accounts: '61% of users', 'less than 1% of users'; '' where there is none. */
export function formatShare(part: number, { totalUsers }: UserStats): string {
  if (part === 0 || totalUsers === 0) return '';
  const percent = (part / totalUsers) * 100;
  if (percent < 1) return 'less than 1% of users';
  // All but one of many are not all of them.
  const whole = part === totalUsers ? 100 : Math.min(99, Math.round(percent));
  return `${whole}% of users`;
}

/** 'Yearly' or 'Monthly', while there is a plan. */
export function formatPlan({
  subscriptionPlan,
}: Pick<AdminUser, 'subscriptionPlan'>): string | undefined {
  return subscriptionPlan === null ? undefined : capitalize(subscriptionPlan);
}

/** 'less than 1%', '4%'; '' where nothing was sent that it could be a part of. */
function rate(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '';
  const percent = Math.round((part / whole) * 100);
  return percent === 0 ? ' (<1%)' : ` (${percent}%)`;
}

/**
 * What became of an account's messages in 30 days, with the rates of what went wrong: '120 sent to 14
 * new', '3 failed (2%)', '1 reported (1%)'; and how many addresses it asks the admin to unblock. Nothing where
 * nothing was sent and nothing is asked.
 */
export function formatMailFigures({
  mail: { sent, newRecipients, failed, reported },
  blocks: { asked },
}: Pick<AdminUser, 'mail' | 'blocks'>): string[] {
  const all = sent + failed;
  if (all === 0 && reported === 0 && asked === 0) return [];
  const count = (value: number) => value.toLocaleString('en-US');
  return [
    `${count(sent)} sent${newRecipients ? `, ${count(newRecipients)} new` : ''}`,
    ...(failed ? [`${count(failed)} failed${rate(failed, all)}`] : []),
    ...(reported ? [`${count(reported)} reported${rate(reported, all)}`] : []),
    ...(asked ? [`${count(asked)} to unblock`] : []),
  ];
}
