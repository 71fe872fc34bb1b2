/** What became of money that an owner records, in words. */
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney, isPositive, money, sumMoneyIn } from '../../../shared/money/money.ts';
import type { AccountPayment } from '../../../shared/payments/account-payment.contract.ts';

const conjunction = new Intl.ListFormat('en', { type: 'conjunction', style: 'long' });
/** More are counted and not named. */
const MOST_NAMED = 3;

/** 'T-1, T-2, and T-3', or '7 invoices'. */
export function formatNumbers(numbers: readonly string[]): string {
  return numbers.length > MOST_NAMED
    ? `${numbers.length} invoices`
    : conjunction.format([...numbers]);
}

type Divided = Pick<AccountPayment, 'currency' | 'allocations' | 'unappliedAmount'>;

/**
 * '$760.00 for T-1 and T-2. $40.00 stays as credit.'
 * @param stays due on these invoices; undefined where that is not known
 */
export function formatDivision(
  { currency, allocations, unappliedAmount }: Divided,
  stays?: Money,
): string {
  const credit = money(unappliedAmount, currency);
  const numbers = allocations.map(({ invoiceNumber }) => invoiceNumber);
  const applied = sumMoneyIn(
    currency,
    allocations.map(({ amount }) => money(amount, currency)),
  );
  return [
    numbers.length > 0 && `${formatMoney(applied)} for ${formatNumbers(numbers)}.`,
    stays && isPositive(stays) && `${formatMoney(stays)} stays due.`,
    isPositive(credit) && `${formatMoney(credit)} stays as credit.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The same of one step that applied some parts, and not of what was applied before. */
export function formatApplied(
  divided: Divided,
  parts: readonly { invoiceId: number; amount: string }[],
): string {
  const allocations = divided.allocations.flatMap((one) => {
    const part = parts.find(({ invoiceId }) => invoiceId === one.invoiceId);
    return part ? [{ ...one, amount: part.amount }] : [];
  });
  return formatDivision({ ...divided, allocations });
}

/** What will be owed again when a payment is undone. */
export function formatUndoing(payment: Divided & Money): string[] {
  const { currency, allocations, unappliedAmount } = payment;
  const credit = money(unappliedAmount, currency);
  const open = allocations.map(
    ({ invoiceNumber, amount }) => `${formatMoney(money(amount, currency))} on ${invoiceNumber}`,
  );
  return [
    `${formatMoney(payment)} no longer counts as received. The payment stays here, struck through.`,
    ...(open.length > 0 ? [`Owed again: ${conjunction.format(open)}.`] : []),
    ...(isPositive(credit) ? [`The credit of ${formatMoney(credit)} is removed.`] : []),
  ];
}

/** What is left of an amount, once invoices have taken their parts; below zero where they take more. */
export function formatLeft(left: Money, amount: Money, taken: Money): string {
  if (isPositive(left)) return `${formatMoney(left)} stays as credit`;
  return left.amount.startsWith('-')
    ? `The invoices take ${formatMoney(taken)}, but only ${formatMoney(amount)} is available`
    : isPositive(taken)
      ? 'Nothing is left over'
      : '';
}
