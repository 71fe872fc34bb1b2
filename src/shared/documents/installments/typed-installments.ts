/** A plan as it stands in a form. */
import { parseCalendarDate } from '../../dates/calendar-date.ts';
import type { Deposit } from '../../deposits/deposit.ts';
import { leftAfterDeposit } from '../../deposits/deposit.ts';
import type { Decimal } from '../../money/decimal.ts';
import type { KindName } from '../document-content.ts';
import { typedMoney, typedRate } from '../typed-totals.ts';
import type { Installment, TypedInstallment } from './installment-content.ts';
import { MAX_DAYS_AFTER } from './installment-content.ts';
import { scheduleInstallments } from './schedule-installments.ts';
import type { SheetInstallment } from './sheet-installments.ts';

/** The plan of a form as it stands: what cannot be read has no figure, and nor has what depends on it. */
export function typedPlan(
  kind: KindName,
  content: {
    installments?: readonly TypedInstallment[] | undefined;
    issueDate?: string | null | undefined;
    deposit?: Deposit | null | undefined;
  },
  { currency, total }: { currency: string; total: Decimal | null },
): SheetInstallment[] {
  const installments = (content.installments ?? []).map((each) => readInstallment(each, currency));
  const issueDate =
    kind === 'invoice' ? (parseCalendarDate(content.issueDate ?? '') ?? null) : null;
  const isWhole = installments.every(({ isRead }) => isRead) && total !== null;
  const schedule = scheduleInstallments({
    currency,
    total: leftAfterDeposit(content.deposit, total ?? '0', currency),
    issueDate,
    installments: installments.map(({ installment }) => installment),
  });
  return isWhole ? schedule : schedule.map((each) => ({ ...each, amount: null }));
}

/** An installment as it is typed; `isRead` is false where its share is no share. */
export function readInstallment(
  typed: TypedInstallment,
  currency: string,
): { installment: Installment; isRead: boolean } {
  const percent = typed.percent.trim() === '' ? null : typedRate(typed.percent, '100');
  const amount = typed.amount.trim() === '' ? null : typedMoney(typed.amount, currency);
  const days = /^\d{1,4}$/.test(typed.days.trim()) ? Number(typed.days) : 0;
  const isRead =
    (typed.percent.trim() === '' || percent !== null) &&
    (typed.amount.trim() === '' || amount !== null);
  return {
    isRead,
    installment: {
      percent,
      amount: percent === null ? amount : null,
      dueDate: typed.event === null ? (parseCalendarDate(typed.dueDate) ?? null) : null,
      event: typed.event,
      days: typed.event === null ? null : Math.min(days, MAX_DAYS_AFTER),
    },
  };
}
