/** Whether a currency can hold an amount that somebody gives, said alike by the server and by forms. */
import { invalidField } from '../errors/app-error.ts';
import { currencyDecimals } from './currencies.ts';
import type { Decimal } from './decimal.ts';
import type { Money } from './money.ts';
import { compareMoney, formatMoney, largestMoney, readMoney } from './money.ts';

/** What is wrong with an amount in its currency, in words; undefined where nothing is. */
export function findAmountFault(text: string, currency: string, label: string): string | undefined {
  const amount = readMoney(text, currency);
  if (!amount) return wrongDecimals(currency, label);
  return findSizeFault(amount, label);
}

/** What is wrong with the size of an amount: '{label} must be at most $99,999,999.99'. */
export function findSizeFault(amount: Money, label: string): string | undefined {
  const most = largestMoney(amount.currency);
  return compareMoney(amount, most) > 0
    ? `${label} must be at most ${formatMoney(most)}`
    : undefined;
}

function wrongDecimals(currency: string, label: string): string {
  const decimals = currencyDecimals(currency);
  if (decimals === 0) return `${label} must be a whole number: ${currency} has no decimals`;
  return `${label} must be a number with at most ${decimals === 2 ? 'two' : 'three'} decimals`;
}

/**
 * An amount that a call gives, with its currency's decimals; what else is wrong with it, its schema says.
 * @throws AppError VALIDATION that names `path`
 */
export function requireAmount(text: Decimal, currency: string, path: string, label: string): Money {
  const fault = findAmountFault(text, currency, label);
  const amount = readMoney(text, currency);
  if (fault !== undefined || !amount) throw invalidField(path, fault ?? `${label} is required`);
  return amount;
}
