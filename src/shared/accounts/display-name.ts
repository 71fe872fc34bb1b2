import { TRIAL_INVOICES } from '../subscription/plans.ts';
import type { User, UserStatus } from './account.contract.ts';

/** 'firstName lastName' when both exist, else the part of the e-mail before the at-sign, else 'User'. */
export function displayName(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  if (user.firstName && user.lastName) return `${user.firstName} ${user.lastName}`;
  return user.email.split('@')[0] || 'User';
}

/** The whole name as its bearer writes it: which part of it is for friends differs by language. */
export function greetingName(
  user: Pick<User, 'name' | 'firstName' | 'lastName' | 'email'>,
): string {
  return user.name.trim() || displayName(user);
}

/** The label under the name in the sidebar and the menus. */
export function planLabel(status: UserStatus): string {
  switch (status.subscriptionStatus) {
    case 'trial':
      return `Free Trial (${status.trialInvoicesUsed}/${TRIAL_INVOICES} invoices)`;
    case 'active':
      return status.subscriptionPlan === 'yearly' ? 'Yearly Plan' : 'Monthly Plan';
    case 'canceled':
      return 'Canceled';
    default:
      return 'Free Trial';
  }
}
