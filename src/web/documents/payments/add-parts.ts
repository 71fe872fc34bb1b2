import { addMoney, money } from '../../../shared/money/money.ts';
import type { CreditPart } from './apply-credit-dialog.tsx';

/** Parts with what was there before them: theirs come first, so that a refusal names them by place. */
export function addParts(
  parts: readonly CreditPart[],
  before: readonly CreditPart[],
  currency: string,
): CreditPart[] {
  const sum = (one: CreditPart, other: CreditPart | undefined): CreditPart => ({
    invoiceId: one.invoiceId,
    amount: addMoney(money(one.amount, currency), money(other?.amount ?? '0', currency)).amount,
  });
  const added = new Set(parts.map(({ invoiceId }) => invoiceId));
  return [
    ...parts.map((part) =>
      sum(
        part,
        before.find(({ invoiceId }) => invoiceId === part.invoiceId),
      ),
    ),
    ...before
      .filter(({ invoiceId }) => !added.has(invoiceId))
      .map(({ invoiceId, amount }) => ({ invoiceId, amount })),
  ];
}
