import type { Decimal } from '../money/decimal.ts';
import type { Money } from '../money/money.ts';
import { fromMinorUnits, minorUnits, money } from '../money/money.ts';

interface DividedPayment {
  currency: string;
  /** What of it settles which invoice, in the order in which that was said. */
  allocations: readonly { invoiceId: number; invoiceNumber: string; amount: Decimal }[];
  unappliedAmount: Decimal;
}

/** What settles an invoice now, and what of that goes. */
export interface WithdrawnPart {
  invoiceId: number;
  invoiceNumber: string;
  before: Money;
  withdrawn: Money;
}

/**
 * From which invoices a refund of a divided payment takes what settles them, as the ledger does: first
 * what is credit goes, then the last part, and so on.
 */
export function withdrawParts(
  { currency, allocations, unappliedAmount }: DividedPayment,
  refund: Money,
): WithdrawnPart[] {
  let gone = minorUnits(refund) - minorUnits(money(unappliedAmount, currency));
  return allocations
    .toReversed()
    .map(({ invoiceId, invoiceNumber, amount }) => {
      const before = money(amount, currency);
      const most = gone > 0n ? gone : 0n;
      const withdrawn = most < minorUnits(before) ? most : minorUnits(before);
      gone -= withdrawn;
      return { invoiceId, invoiceNumber, before, withdrawn: fromMinorUnits(withdrawn, currency) };
    })
    .toReversed();
}
