/**
 * What the installments of a document come to, and what of each is open: the one place that computes
 * it, for the server, the PDF, e-mails and the web.
 */
import type { CalendarDate } from '../../dates/calendar-date.ts';
import { addDays } from '../../dates/calendar-date.ts';
import { currencyDecimals } from '../../money/currencies.ts';
import type { Decimal } from '../../money/decimal.ts';
import { divideRounded, scaleDecimal, writeDecimal } from '../../money/decimal.ts';
import { RATE_ONE, scaleRate } from '../document-taxes.ts';
import type { Installment } from './installment-content.ts';

/** A document that is paid in installments. */
export interface PlannedDocument {
  currency: string;
  total: Decimal;
  /** Of the invoice; null of an estimate, whose invoice is yet to come. */
  issueDate: CalendarDate | null;
  installments: readonly Installment[];
}

export interface ScheduledInstallment {
  /** From 1, in the order in which they are due. */
  number: number;
  amount: Decimal;
  /** null while its event is yet to come. */
  dueDate: CalendarDate | null;
  event: Installment['event'];
  days: number;
}

export interface OpenInstallment extends ScheduledInstallment {
  /** What of it is still to be paid. */
  amountDue: Decimal;
}

/**
 * The amount of each installment, exactly the total together: percentages are rounded half away from
 * zero, and the last one takes the rest. In the order in which they are due; where an event has no day
 * yet, in the order of the document.
 */
export function scheduleInstallments(document: PlannedDocument): ScheduledInstallment[] {
  const { currency, installments, issueDate } = document;
  const decimals = currencyDecimals(currency);
  const total = scaleDecimal(document.total, decimals);
  let left = total;
  const parts = installments.map((installment, index) => {
    const asked = installmentShare(installment, total, decimals);
    const isLast = index === installments.length - 1;
    // Of a few cents, rounding up could give more than there is.
    const units = isLast || asked > left ? left : asked;
    left -= units;
    const { event, days } = installment;
    const dueDate = installmentDate(installment, issueDate);
    return { amount: writeDecimal(units, decimals), dueDate, event, days: days ?? 0 };
  });
  const dated = parts.every(({ dueDate }) => dueDate !== null);
  const ordered = dated ? parts.toSorted((a, b) => compareDates(a.dueDate, b.dueDate)) : parts;
  return ordered.map((part, index) => ({ number: index + 1, ...part }));
}

/** What an installment asks for by itself, in minor units. */
export function installmentShare(
  { percent, amount }: Pick<Installment, 'percent' | 'amount'>,
  total: bigint,
  decimals: number,
): bigint {
  if (percent === null) return scaleDecimal(amount ?? '0', decimals);
  return divideRounded(scaleRate(percent) * total, RATE_ONE);
}

const compareDates = (a: CalendarDate | null, b: CalendarDate | null): number =>
  a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;

/** The day of an installment; null while its event is yet to come. */
export function installmentDate(
  { dueDate, event, days }: Pick<Installment, 'dueDate' | 'event' | 'days'>,
  issueDate: CalendarDate | null,
): CalendarDate | null {
  if (event === null) return dueDate;
  return event === 'issue' && issueDate !== null ? addDays(issueDate, days ?? 0) : null;
}

/**
 * What of each installment is open: whatever settles the document, and in whatever order it came,
 * covers what is due first before what is due later.
 * @param settled of the total, what is no longer due
 */
export function openInstallments<T extends Pick<ScheduledInstallment, 'amount'>>(
  schedule: readonly T[],
  settled: Decimal,
  currency: string,
): (T & { amountDue: Decimal })[] {
  const decimals = currencyDecimals(currency);
  let left = scaleDecimal(settled, decimals);
  return schedule.map((installment) => {
    const amount = scaleDecimal(installment.amount, decimals);
    const covered = left < amount ? left : amount;
    left -= covered;
    return { ...installment, amountDue: writeDecimal(amount - covered, decimals) };
  });
}

/** What is due next of an invoice: the first installment that is not covered, or all that is due. */
export interface NextDue {
  dueDate: CalendarDate;
  amount: Decimal;
}

/** An invoice with its plan and what of its total is still due. */
export interface PlannedInvoice extends PlannedDocument {
  issueDate: CalendarDate;
  dueDate: CalendarDate;
  amountDue: Decimal;
}

/** The installments of an invoice with what of each is open. */
export function openSchedule(invoice: PlannedInvoice): (OpenInstallment & {
  dueDate: CalendarDate;
})[] {
  const { currency, total, amountDue } = invoice;
  const decimals = currencyDecimals(currency);
  const settled = scaleDecimal(total, decimals) - scaleDecimal(amountDue, decimals);
  const schedule = scheduleInstallments(invoice).map((installment) => ({
    ...installment,
    dueDate: installment.dueDate ?? invoice.dueDate,
  }));
  return openInstallments(schedule, writeDecimal(settled, decimals), currency);
}

/** When what of an invoice is to be paid next; without a plan all that is due, on its due date. */
export function nextDue(invoice: PlannedInvoice): NextDue {
  const { dueDate, amountDue, currency } = invoice;
  const isOpen = (amount: Decimal) => scaleDecimal(amount, currencyDecimals(currency)) > 0n;
  const next = openSchedule(invoice).find((one) => isOpen(one.amountDue));
  return next ? { dueDate: next.dueDate, amount: next.amountDue } : { dueDate, amount: amountDue };
}

/**
 * What is to be paid by a day, of what is overdue or due next: all open installments up to that day,
 * or the first one after it.
 */
export function dueBy(invoice: PlannedInvoice, today: CalendarDate): NextDue {
  const next = nextDue(invoice);
  if (next.dueDate >= today) return next;
  const late = openSchedule(invoice).filter(({ dueDate }) => dueDate <= today);
  if (late.length === 0) return next;
  return { dueDate: next.dueDate, amount: sumDue(late, invoice.currency) };
}

/** What of an invoice is overdue on a day: all open installments whose day has passed, or all that is due. */
export function overdueOn(invoice: PlannedInvoice, today: CalendarDate): Decimal {
  const { installments, dueDate, amountDue, currency } = invoice;
  if (installments.length === 0) return dueDate < today ? amountDue : '0';
  const late = openSchedule(invoice).filter((one) => one.dueDate < today);
  return sumDue(late, currency);
}

function sumDue(some: readonly OpenInstallment[], currency: string): Decimal {
  const decimals = currencyDecimals(currency);
  const units = some.reduce((sum, { amountDue }) => sum + scaleDecimal(amountDue, decimals), 0n);
  return writeDecimal(units, decimals);
}

/** The due date of a whole document: that of its last installment; undefined where an event is to come. */
export function lastDueDate(
  installments: readonly Installment[],
  issueDate: CalendarDate,
): CalendarDate | undefined {
  const dates = installments.map((each) => installmentDate(each, issueDate));
  if (dates.includes(null)) return undefined;
  return dates.toSorted(compareDates).at(-1) ?? undefined;
}

/** An estimate's installments on its invoice: what waited for the acceptance is due by a day. */
export const acceptInstallments = (
  installments: readonly Installment[],
  acceptedOn: CalendarDate,
): Installment[] =>
  installments.map((each) =>
    each.event === 'acceptance'
      ? { ...each, dueDate: addDays(acceptedOn, each.days ?? 0), event: null, days: null }
      : each,
  );

/**
 * Installments of what deposits leave of a total: percentages are shares of that, and the last one takes
 * the rest, whatever its amount was.
 */
export const planAfterDeposits = (installments: readonly Installment[]): Installment[] =>
  installments.map((each, index) =>
    index === installments.length - 1 ? { ...each, amount: null } : each,
  );

/** Installments of a copy that is issued so many days later. */
export const postponeInstallments = (
  installments: readonly Installment[],
  days: number,
): Installment[] =>
  installments.map((each) =>
    each.dueDate === null ? each : { ...each, dueDate: addDays(each.dueDate, days) },
  );
