/** What an estimate asks for in advance, as it stands in a form. */
import { typedMoney, typedRate } from '../documents/typed-totals.ts';
import type { Deposit } from './deposit.ts';

/** Nothing is asked for until it can be read. */
export function readTypedDeposit(
  typed: { percent: string; amount: string } | null | undefined,
  currency: string,
): Deposit | null {
  if (!typed) return null;
  const percent = typed.percent.trim() ? typedRate(typed.percent, '100') : null;
  const amount = typed.amount.trim() ? typedMoney(typed.amount, currency) : null;
  return percent === null && amount === null ? null : { percent, amount };
}
