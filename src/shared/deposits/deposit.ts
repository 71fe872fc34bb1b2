/** What an estimate asks for in advance: a percentage of its total, or an amount. */
import * as z from 'zod';
import { boundedText, decimalText, moneyField, orNone, rateField } from '../contract/fields.ts';
import { currencyDecimals } from '../money/currencies.ts';
import type { Decimal } from '../money/decimal.ts';
import {
  divideRounded,
  formatQuantity,
  isZero,
  RATE_PLACES,
  scaleDecimal,
  writeDecimal,
} from '../money/decimal.ts';

/** A percentage of the total with tax, or an amount with tax. */
export const depositFields = {
  percent: orNone(rateField('Deposit percentage', '100')),
  amount: orNone(moneyField('Deposit amount')),
};

/** What is wrong with both together, and where. */
export function findDepositFault({
  percent,
  amount,
}: {
  percent?: Decimal | null | undefined;
  amount?: Decimal | null | undefined;
}): { path: 'percent' | 'amount'; message: string } | undefined {
  if (percent != null && amount != null) {
    return { path: 'amount', message: 'A deposit is a percentage or an amount, not both' };
  }
  if (percent == null && amount == null) {
    return { path: 'percent', message: 'A deposit needs a percentage or an amount' };
  }
  if (percent != null && isZero(percent)) {
    return { path: 'percent', message: 'Deposit percentage must be more than 0' };
  }
  if (amount != null && isZero(amount)) {
    return { path: 'amount', message: 'Deposit amount must be more than 0' };
  }
  return undefined;
}

/** One of the two; sent back as it was answered it is the same. */
export const depositInput = z
  .object(depositFields)
  .superRefine((deposit, context) => {
    const fault = findDepositFault(deposit);
    if (fault) context.addIssue({ code: 'custom', path: [fault.path], message: fault.message });
  })
  .transform(({ percent, amount }): Deposit => ({
    percent: percent ?? null,
    amount: amount ?? null,
  }));

export const depositAnswer = z.object({
  percent: decimalText.nullable(),
  amount: decimalText.nullable(),
});
export type Deposit = z.output<typeof depositAnswer>;

export const depositTyped = z
  .object({ percent: boundedText(40), amount: boundedText(40) })
  .nullable()
  .optional();

/** What is asked for of a total, in its currency's decimals. */
export function depositAmount(
  { percent, amount }: Deposit,
  total: Decimal,
  currency: string,
): Decimal {
  const decimals = currencyDecimals(currency);
  if (percent === null) return writeDecimal(scaleDecimal(amount ?? '0', decimals), decimals);
  const part = scaleDecimal(percent, RATE_PLACES) * scaleDecimal(total, decimals);
  return writeDecimal(divideRounded(part, 100n * 10n ** BigInt(RATE_PLACES)), decimals);
}

/** What is left of a total once its deposit was asked for: what installments beside it come to. */
export function leftAfterDeposit(
  deposit: Deposit | null | undefined,
  total: Decimal,
  currency: string,
): Decimal {
  if (!deposit) return total;
  const decimals = currencyDecimals(currency);
  const [whole, asked] = [total, depositAmount(deposit, total, currency)].map((amount) =>
    scaleDecimal(amount, decimals),
  );
  const left = (whole ?? 0n) - (asked ?? 0n);
  return writeDecimal(left > 0n ? left : 0n, decimals);
}

/** 'Deposit 30%', 'Deposit' */
export const depositLabel = ({ percent }: Pick<Deposit, 'percent'>): string =>
  percent === null ? 'Deposit' : `Deposit ${formatQuantity(percent)}%`;
