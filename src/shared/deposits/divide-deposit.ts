/**
 * A deposit invoice of an estimate: a line for each tax set, pro rata of what is left to ask for. It is
 * an amount with tax divided over what is left, so that all deposits and the final invoice together are
 * the whole, in every net, base, tax and rounding.
 */
import type { CorrectedInvoice, SetPart } from '../credit-notes/creditable.ts';
import { computeGross, openInvoice } from '../credit-notes/creditable.ts';
import type { PartFigures } from '../credit-notes/take-part.ts';
import { sumParts, toSinglePiece, spreadGross, sum } from '../credit-notes/take-part.ts';
import { mergeBySet, partTaxes, takeOff, serializeSetPart } from '../credit-notes/tax-sets.ts';
import type { LineItem, LineTax } from '../documents/line-content.ts';
import { roundingTo } from '../documents/totals.ts';
import { AppError, invalidField } from '../errors/app-error.ts';
import { currencyDecimals } from '../money/currencies.ts';
import type { Decimal } from '../money/decimal.ts';
import { scaleDecimal } from '../money/decimal.ts';
import { formatMoney, fromMinorUnits } from '../money/money.ts';
import type { Tax } from '../taxes/tax.ts';
import { countryOf } from '../taxes/tax.ts';
import type { Deposit } from './deposit.ts';
import { depositAmount, depositLabel } from './deposit.ts';

/** What a deposit invoice of the same estimate asks for, less what credit notes took of it. */
export interface EarlierDeposit {
  parts: readonly SetPart[];
  rounding: Decimal;
  total: Decimal;
}

export interface DividedDeposit {
  lines: Omit<LineItem, 'id'>[];
  figures: PartFigures;
  /** What each line is. */
  parts: SetPart[];
}

/**
 * @param estimate its number in place of an invoice's
 * @throws AppError VALIDATION naming `percent` or `amount` where it is more than is left, or nothing;
 *   CONFLICT where nothing is left
 */
export function divideDeposit(
  estimate: CorrectedInvoice & { total: Decimal; roundingIncrement: Decimal | null },
  earlier: readonly EarlierDeposit[],
  ask: Deposit,
): DividedDeposit {
  const { currency, pricesIncludeTax, invoiceNumber, roundingIncrement } = estimate;
  const decimals = currencyDecimals(currency);
  const units = (amount: Decimal) => scaleDecimal(amount, decimals);
  const opened = openInvoice(estimate, []);
  const sets = mergeBySet(opened);
  for (const { parts } of earlier) takeOff(sets, opened.rows, parts, decimals);
  const left = units(estimate.total) - sum(earlier.map(({ total }) => units(total)));
  const named = invoiceNumber ? `estimate ${invoiceNumber}` : 'this estimate';
  if (left <= 0n) {
    throw new AppError('CONFLICT', `Deposits already ask for all of ${named}: nothing is left`);
  }
  const path = ask.percent === null ? 'amount' : 'percent';
  const asked = units(depositAmount(ask, estimate.total, currency));
  if (asked > left) {
    const most = formatMoney(fromMinorUnits(left, currency));
    throw invalidField(path, `Of ${named} only ${most} is left to ask for in advance`);
  }
  const open = sets.filter((set) => computeGross(set.left) > 0n);
  const taken = spreadGross(
    open,
    asked === left ? sum(open.map((set) => computeGross(set.left))) : asked,
  );
  const gross = sum(taken.map(({ part }) => computeGross(part)));
  const before = sum(sets.map(({ whole, left: rest }) => computeGross(whole) - computeGross(rest)));
  const rounded = roundingTo(roundingIncrement, before + gross, decimals);
  const rounding = rounded - sum(earlier.map((each) => units(each.rounding)));
  if (gross + rounding <= 0n) {
    throw invalidField(path, 'This deposit comes to zero: ask for more');
  }
  const about = `${depositLabel(ask)} for ${named}`;
  const isApart = estimate.charges.some(({ taxes }) => taxes !== null);
  const lines = taken.map(({ part, member }): Omit<LineItem, 'id'> => {
    const own = partTaxes(part, opened.rows).map(asLineTax);
    return {
      itemId: null,
      description: taken.length > 1 ? `${about} (${member.label})` : about,
      itemCode: null,
      servicePeriod: null,
      // Beside a charge that is taxed by itself, one rate for all has to stand on the lines.
      taxes: member.taxes.length === 0 && isApart ? own : member.taxes,
      ...toSinglePiece(part, pricesIncludeTax, decimals),
    };
  });
  return {
    lines,
    figures: sumParts(taken, opened.rows, { rounding, decimals, invoice: estimate }),
    parts: taken.map(({ part }) => serializeSetPart(part, partTaxes(part, opened.rows), decimals)),
  };
}

const asLineTax = ({ name, rate, category, compound, country }: Tax): LineTax => ({
  name,
  rate,
  category,
  compound,
  exemptionReason: null,
  registrationNumber: null,
  ...countryOf({ country }),
});
