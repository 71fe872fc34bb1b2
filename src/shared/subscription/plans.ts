import type { Decimal } from '../money/decimal.ts';
import type { Money } from '../money/money.ts';
import { money } from '../money/money.ts';

export const PLANS = ['monthly', 'yearly'] as const;
export type Plan = (typeof PLANS)[number];

/** Invoices that a free trial covers. */
export const TRIAL_INVOICES = 10;

/** Plans are sold in US dollars: what their answers say of amounts is in these. */
export const planMoney = (amount: Decimal): Money => money(amount, 'USD');

/** What a plan costs, for each month or year. */
export const PLAN_PRICES: Record<Plan, Money> = {
  monthly: planMoney('9.99'),
  yearly: planMoney('99.99'),
};

export const MONTHLY_FEATURES = [
  'Unlimited invoices',
  'PDF customization',
  'Customer management',
  'Expense tracking',
  'Business analytics',
  'Mobile app access',
] as const;

/** What the yearly plan adds. */
export const YEARLY_FEATURES = [
  'Priority support',
  'Advanced reporting',
  'Custom branding',
] as const;

export const YEARLY_LABELS = {
  badge: 'Save 17%',
  months: '2 months free',
  saving: 'Save $20',
} as const;
