/** Amounts in the smallest unit of a currency, with the rules and minimums that Stripe documents. */
import data from './currencies.json' with { type: 'json' };
import { invalid } from './error.ts';

interface Currency {
  /** Of its smallest unit: 2 unless told. */
  decimals?: number;
  /** What amounts are multiples of: 10 where the last digit must be 0, 100 where decimals must be 00. */
  step?: number;
  /** The smallest charge, documented for accounts that are paid out in the currency itself. */
  minimum?: number;
  /** Of others, what converts to half a dollar, roughly: the sandbox's accounts are paid out in dollars. */
  halfDollar?: number;
  /** The largest amount: eight digits unless told. */
  maximum?: number;
}

const currencies: Record<string, Currency> = data;

export function checkedCurrency(currency: string, param: string): string {
  const lower = currency.toLowerCase();
  if (Object.hasOwn(currencies, lower)) return lower;
  throw invalid(
    `Invalid currency: ${lower}. Stripe currently supports these currencies: ${Object.keys(currencies).join(', ')}`,
    { param },
  );
}

/** An amount for people, such as `$1,234.50` or `¥500`. */
export function formatAmount(amount: number, currency: string): string {
  const { decimals = 2, step } = currencies[currency] ?? {};
  const digits = step === 100 ? 0 : decimals;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** decimals);
}

export const formatDate = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Rules of every amount: not below zero, not too large, and whole where the currency wants it. */
export function checkAmount(amount: number, currency: string, param: string): void {
  const { maximum = 99_999_999, step = 1 } = currencies[currency] ?? {};
  const refuse = (message: string, code?: string) => invalid(message, { code, param });
  if (amount < 0) throw refuse('Invalid non-negative integer', 'parameter_invalid_integer');
  if (amount > maximum) {
    const most = formatAmount(maximum, currency);
    throw refuse(`Amount must be no more than ${most}`, 'amount_too_large');
  }
  if (amount % step === 0) return;
  const name = currency.toUpperCase();
  throw refuse(
    step === 10
      ? `Invalid amount: amounts in ${name} must be given in thousandths with the last digit 0.`
      : `Invalid amount: ${name} has no decimals; the last two must be 00.`,
  );
}

/** Refuses less than the smallest charge in this currency. */
export function checkChargeable(amount: number, currency: string, what: string): void {
  const { minimum, halfDollar = 50 } = currencies[currency] ?? {};
  if (amount >= (minimum ?? halfDollar)) return;
  const least = minimum
    ? `be at least ${formatAmount(minimum, currency)} ${currency}`
    : 'convert to at least 50 cents';
  throw invalid(`${what} must ${least}`, { code: 'amount_too_small' });
}
