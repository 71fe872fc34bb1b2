/** What is wrong with a plan: what an installment lacks, and a plan that does not add up. */
import { BUSINESS_DATES, isBusinessDate } from '../../dates/business-dates.ts';
import type { FieldError } from '../../errors/app-error.ts';
import { findAmountFault } from '../../money/check-amount.ts';
import { currencyDecimals } from '../../money/currencies.ts';
import {
  formatQuantity,
  isZero,
  RATE_PLACES,
  scaleDecimal,
  writeDecimal,
} from '../../money/decimal.ts';
import { formatMoney, fromMinorUnits } from '../../money/money.ts';
import { scaleRate } from '../document-taxes.ts';
import type { Installment } from './installment-content.ts';
import type { PlannedDocument } from './schedule-installments.ts';
import { installmentDate, installmentShare } from './schedule-installments.ts';

/** A document whose `total` is what is left of it where deposits are asked for. */
export interface CheckedPlan extends PlannedDocument {
  isAfterDeposits?: boolean;
}

/**
 * The first thing that is wrong with the installments of a document, naming its field. They are
 * percentages that come to 100 or amounts that come to the total; with a last one that takes the rest,
 * they may be both.
 */
export function findInstallmentsFault(document: CheckedPlan): FieldError | undefined {
  const { installments } = document;
  for (const [index, installment] of installments.entries()) {
    const isLast = index === installments.length - 1;
    const fault =
      findShareFault(installment, document, { index, isLast }) ??
      findDateFault(installment, document, index);
    if (fault) return { ...fault, path: `installments.${index}.${fault.path}` };
  }
  return installments.length === 0 ? undefined : findSumFault(document);
}

function findShareFault(
  { percent, amount }: Installment,
  { currency }: PlannedDocument,
  { index, isLast }: { index: number; isLast: boolean },
): FieldError | undefined {
  if (percent !== null && amount !== null) {
    const message = 'An installment has a percentage or an amount, not both';
    return { path: 'amount', message };
  }
  if (percent !== null) {
    return isZero(percent)
      ? { path: 'percent', message: 'Installment percentage must be above zero' }
      : undefined;
  }
  if (amount !== null) {
    const message = isZero(amount)
      ? 'Installment amount must be above zero'
      : findAmountFault(amount, currency, 'Installment amount');
    return message ? { path: 'amount', message } : undefined;
  }
  if (isLast) return undefined;
  const message = `Installment ${index + 1} needs a percentage or an amount: only the last one can take the rest`;
  return { path: 'percent', message };
}

function findDateFault(
  installment: Installment,
  { issueDate }: PlannedDocument,
  index: number,
): FieldError | undefined {
  const { dueDate, event } = installment;
  if (event !== null && dueDate !== null) {
    return { path: 'event', message: 'An installment has a due date or an event, not both' };
  }
  if (event === null && dueDate === null) {
    const message = `Installment ${index + 1} needs a due date or an event`;
    return { path: 'dueDate', message };
  }
  if (event === 'acceptance' && issueDate !== null) {
    const message = 'Only the installments of an estimate wait for its acceptance';
    return { path: 'event', message };
  }
  const day = installmentDate(installment, issueDate);
  if (event === null || day === null || isBusinessDate(day)) return undefined;
  const [first, last] = [BUSINESS_DATES.from.slice(0, 4), BUSINESS_DATES.to.slice(0, 4)];
  const message = `Installment due date must be in the years ${first} to ${last}`;
  return { path: 'days', message };
}

const HUNDRED = scaleRate('100');

function findSumFault(document: CheckedPlan): FieldError | undefined {
  const { installments, currency } = document;
  const last = installments.length - 1;
  const { percent, amount } = installments[last] ?? {};
  const takesRest = percent == null && amount == null;
  const shares = installments.filter((each) => each.percent !== null || each.amount !== null);
  const isAll = (name: 'percent' | 'amount') => shares.every((each) => each[name] !== null);
  const at = (index: number, message: string): FieldError => {
    const field = installments[index]?.amount == null ? 'percent' : 'amount';
    return { path: `installments.${index}.${field}`, message };
  };
  if (!takesRest && !isAll('percent') && !isAll('amount')) {
    const message =
      'Where percentages and amounts are mixed, the last installment takes the rest: leave its share empty';
    return at(last, message);
  }
  if (isAll('percent')) {
    const sum = shares.reduce((all, each) => all + scaleRate(each.percent ?? '0'), 0n);
    if (takesRest ? sum < HUNDRED : sum === HUNDRED) return undefined;
    const come = `${formatQuantity(writeDecimal(sum, RATE_PLACES))}%`;
    return at(
      last,
      takesRest
        ? nothingLeft(come, '100%')
        : `The installments add up to ${come} and must add up to 100%`,
    );
  }
  const decimals = currencyDecimals(currency);
  const whole = scaleDecimal(document.total, decimals);
  const sum = shares.reduce((all, each) => all + installmentShare(each, whole, decimals), 0n);
  if (takesRest ? sum < whole : sum === whole) return undefined;
  const show = (units: bigint) => formatMoney(fromMinorUnits(units, currency));
  if (takesRest) {
    const fault = installments.findLastIndex((each) => each.amount !== null);
    return at(fault, nothingLeft(show(sum), show(whole)));
  }
  const wanted = document.isAfterDeposits ? 'what is left after deposits,' : 'the total of';
  return at(
    last,
    `The installments add up to ${show(sum)} and must add up to ${wanted} ${show(whole)}`,
  );
}

const nothingLeft = (come: string, whole: string): string =>
  `The installments before the last add up to ${come} of ${whole}: nothing is left for the last one`;
