/** What became of money that an owner records, in words. */
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';
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

/** 'It settles T-1 and T-2. $40.00 stays as credit.' */
export function formatDivision({ currency, allocations, unappliedAmount }: Divided): string {
  const credit = money(unappliedAmount, currency);
  const numbers = allocations.map(({ invoiceNumber }) => invoiceNumber);
  return [
    numbers.length > 0 && `It settles ${formatNumbers(numbers)}.`,
    isPositive(credit) && `${formatMoney(credit)} stays as credit.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** What will be owed again when a payment is undone. */
export function formatUndoing(payment: Divided & Money): string[] {
  const { currency, allocations, unappliedAmount } = payment;
  const credit = money(unappliedAmount, currency);
  const open = allocations.map(
    ({ invoiceNumber, amount }) => `${formatMoney(money(amount, currency))} on ${invoiceNumber}`,
  );
  return [
    `${formatMoney(payment)} counts no longer as received. The payment stays here, struck through.`,
    ...(open.length > 0 ? [`Owed again: ${conjunction.format(open)}.`] : []),
    ...(isPositive(credit) ? [`The credit of ${formatMoney(credit)} is gone.`] : []),
  ];
}

/** What is left of an amount, once invoices have taken their parts; below zero where they take more. */
export function formatLeft(left: Money, amount: Money, taken: Money): string {
  if (isPositive(left)) return `${formatMoney(left)} stays as credit`;
  return left.amount.startsWith('-')
    ? `The invoices take ${formatMoney(taken)}, and there is ${formatMoney(amount)}`
    : isPositive(taken)
      ? 'Nothing is left over'
      : '';
}
