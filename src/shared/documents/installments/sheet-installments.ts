/** A plan as documents show it: which part is due when, and what of it is open. */
import type { CalendarDate } from '../../dates/calendar-date.ts';
import { formatDate } from '../../dates/calendar-date.ts';
import type { Deposit } from '../../deposits/deposit.ts';
import { leftAfterDeposit } from '../../deposits/deposit.ts';
import type { Decimal } from '../../money/decimal.ts';
import { formatQuantity, isZero } from '../../money/decimal.ts';
import { formatMoney, formatMoneyOrNone, isSameAmount, money } from '../../money/money.ts';
import type { KindName } from '../document-content.ts';
import type { DocumentData, LabelledValue } from '../document-data.ts';
import type { Installment } from './installment-content.ts';
import type { PlannedDocument, ScheduledInstallment } from './schedule-installments.ts';
import { openInstallments, scheduleInstallments } from './schedule-installments.ts';

/** null of a form that is still being typed: what has no figure. */
export type SheetInstallment = Omit<ScheduledInstallment, 'amount'> & { amount: Decimal | null };

/** An installment in a row of its own: '2', 'Dec 23, 2026', '$300.00', 'Paid'. */
export interface InstallmentRow {
  number: string;
  when: string;
  amount: string;
  /** What became of it; empty where nothing has. */
  state: string;
}

/** The plan of a stored document. */
export function storedPlan(
  kind: KindName,
  content: {
    installments?: readonly Installment[] | undefined;
    issueDate: CalendarDate;
    deposit?: Deposit | null | undefined;
  },
  figures: Pick<PlannedDocument, 'currency' | 'total'>,
): SheetInstallment[] {
  const { installments = [], issueDate, deposit } = content;
  const { currency } = figures;
  const issued = kind === 'invoice' ? issueDate : null;
  const total = leftAfterDeposit(deposit, figures.total, currency);
  return scheduleInstallments({ currency, total, installments, issueDate: issued });
}

const AT_EVENT = { issue: 'When invoiced', acceptance: 'On acceptance' };
const AFTER_EVENT = { issue: 'after the invoice', acceptance: 'after acceptance' };

/** 'Dec 23, 2026', 'On acceptance', '30 days after acceptance'; empty while a date is being typed. */
export function formatInstallmentDay({
  dueDate,
  event,
  days,
}: Pick<SheetInstallment, 'dueDate' | 'event' | 'days'>): string {
  if (dueDate !== null) return formatDate(dueDate);
  if (event === null) return '';
  return days === 0
    ? AT_EVENT[event]
    : `${days} ${days === 1 ? 'day' : 'days'} ${AFTER_EVENT[event]}`;
}

/**
 * @param settled what of the total is no longer due, and whether all of that was paid; nothing is said
 *   of it where it is not told
 */
export function installmentRows(
  plan: readonly SheetInstallment[],
  currency: string,
  settled?: { amount: Decimal; isAllPaid: boolean },
): InstallmentRow[] {
  const whole = plan.map((each) => ({ ...each, amount: each.amount ?? '0' }));
  const open = settled && openInstallments(whole, settled.amount, currency);
  return plan.map((each, index) => {
    const amountDue = open?.[index]?.amountDue;
    return {
      number: String(each.number),
      when: formatInstallmentDay(each),
      amount: formatMoneyOrNone(each.amount === null ? null : money(each.amount, currency)),
      state:
        amountDue === undefined ||
        (each.amount !== null && isSameAmount(amountDue, each.amount, currency))
          ? ''
          : isZero(amountDue)
            ? settled?.isAllPaid
              ? 'Paid'
              : 'Settled'
            : `${formatMoney(money(amountDue, currency))} open`,
    };
  });
}

/** What stands over a plan: of an estimate that asks for a deposit it is one of the rest. */
export const planLabel = ({ deposit }: { deposit?: Deposit | null | undefined }): string =>
  deposit ? 'Installments after the deposit' : 'Installments';

/** The plan under the totals of a document; nothing where there is none. */
export function planTable(
  rows: readonly InstallmentRow[],
  label: string,
): Pick<DocumentData, 'plan'> {
  if (rows.length === 0) return {};
  const row = ({ when, amount, state }: InstallmentRow): LabelledValue => [
    [when, state].filter(Boolean).join(' · '),
    amount,
  ];
  return { plan: { label, rows: rows.map(row) } };
}

/** '30% on acceptance', '$300.00 on Dec 23, 2026', 'the rest 30 days after the invoice'. */
export function formatInstallment(installment: Installment, currency: string): string {
  const { percent, amount, dueDate, event, days } = installment;
  const share =
    percent !== null
      ? `${formatQuantity(percent)}%`
      : amount !== null
        ? formatMoney(money(amount, currency))
        : 'the rest';
  const when = formatInstallmentDay({ dueDate, event, days: days ?? 0 });
  return dueDate === null
    ? `${share} ${when.charAt(0).toLowerCase()}${when.slice(1)}`
    : `${share} on ${when}`;
}
