import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney, subtractMoney, sumMoneyIn } from '../../../shared/money/money.ts';
import type { Plan } from '../../../shared/subscription/plans.ts';
import { PLAN_PRICES } from '../../../shared/subscription/plans.ts';

export const PLAN_LABELS: Record<Plan, { name: string; each: string; period: string }> = {
  monthly: { name: 'Monthly', each: 'per month', period: 'month' },
  yearly: { name: 'Yearly', each: 'per year', period: 'year' },
};

/** '12 months at $9.99' */
export const TWELVE_MONTHS = `12 months at ${formatMoney(PLAN_PRICES.monthly)}`;

/** Twelve months at the monthly price, and what the yearly plan takes off. */
export function yearlySaving(): { full: Money; saving: Money } {
  const { monthly, yearly } = PLAN_PRICES;
  const full = sumMoneyIn(monthly.currency, Array<Money>(12).fill(monthly));
  return { full, saving: subtractMoney(full, yearly) };
}

/**
 * When a plan bought today renews: the same day of the next month or year, or the last day of a
 * month that is shorter.
 */
export function renewalDate(today: CalendarDate, plan: Plan): CalendarDate {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const months = year * 12 + (month - 1) + (plan === 'yearly' ? 12 : 1);
  const [thenYear, thenMonth] = [Math.floor(months / 12), (months % 12) + 1];
  const last = new Date(Date.UTC(thenYear, thenMonth, 0)).getUTCDate();
  const two = (value: number) => String(value).padStart(2, '0');
  return `${thenYear}-${two(thenMonth)}-${two(Math.min(day, last))}`;
}

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** 'Visa ending 4242'. */
export function formatCard(card: { brand: string; last4: string }): string {
  return `${BRANDS[card.brand] ?? 'Card'} ending ${card.last4}`;
}
