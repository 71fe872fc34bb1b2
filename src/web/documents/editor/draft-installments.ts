/** The parts in which a document is paid, as they stand in the editor. */
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import { leftAfterDeposit } from '../../../shared/deposits/deposit.ts';
import { readTypedDeposit } from '../../../shared/deposits/typed-deposit.ts';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { findInstallmentsFault } from '../../../shared/documents/installments/check-installments.ts';
import { findEarlyDueDate } from '../../../shared/documents/installments/early-due-date.ts';
import type {
  Installment,
  TypedInstallment,
} from '../../../shared/documents/installments/installment-content.ts';
import { lastDueDate } from '../../../shared/documents/installments/schedule-installments.ts';
import { formatInstallment } from '../../../shared/documents/installments/sheet-installments.ts';
import { readInstallment } from '../../../shared/documents/installments/typed-installments.ts';
import type { FieldError } from '../../../shared/errors/app-error.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { formatDiscount, readDiscount } from './draft-line.ts';

/** When an installment is due: at or after an event, or on a day. */
export type InstallmentWhen = 'issue' | 'afterIssue' | 'acceptance' | 'afterAcceptance' | 'date';

export interface DraftInstallment {
  /** Its name on this form. */
  readonly key: string;
  /** A percentage or an amount: '30%', '300.00'; empty of the last one, which takes the rest. */
  readonly share: string;
  readonly when: InstallmentWhen;
  /** After the event. */
  readonly days: string;
  readonly dueDate: string;
}

/** Of an installment, what is typed. */
export const INSTALLMENT_CELLS = ['share', 'when', 'days', 'dueDate'] as const;

let installmentsMade = 0;

export function newInstallment(of: Partial<Omit<DraftInstallment, 'key'>> = {}): DraftInstallment {
  installmentsMade += 1;
  const key = `installment-${installmentsMade}`;
  return { key, share: '', when: 'afterIssue', days: '30', dueDate: '', ...of };
}

/** A stored installment, ready to be edited. */
export function toDraftInstallment(
  { percent, amount, dueDate, event, days }: Installment,
  currency: string,
): DraftInstallment {
  const isAfter = (days ?? 0) > 0;
  const at = event === 'issue' ? 'issue' : 'acceptance';
  const after = event === 'issue' ? 'afterIssue' : 'afterAcceptance';
  return newInstallment({
    share: formatDiscount(percent, amount, currency),
    when: event === null ? 'date' : isAfter ? after : at,
    days: isAfter ? String(days) : '',
    dueDate: dueDate ?? '',
  });
}

const EVENTS = {
  issue: 'issue',
  afterIssue: 'issue',
  acceptance: 'acceptance',
  afterAcceptance: 'acceptance',
  date: null,
} as const;
export const isCounted = (when: InstallmentWhen): boolean =>
  when === 'afterIssue' || when === 'afterAcceptance';

/** An installment as a call takes it. */
export function toFormInstallment(
  { share, when, days, dueDate }: DraftInstallment,
  currency: string,
) {
  const { percent, amount } = readDiscount(share, currency);
  const event = EVENTS[when];
  return {
    ...(percent ? { percent } : {}),
    ...(amount ? { amount } : {}),
    // What is no number is refused in the words of one.
    ...(event === null
      ? { dueDate }
      : { event, days: isCounted(when) ? Number(days.trim() || 'none') : 0 }),
  };
}

/** An installment for the live document. */
export function toTypedInstallment(
  { share, when, days, dueDate }: DraftInstallment,
  currency: string,
): TypedInstallment {
  const { percent, amount } = readDiscount(share, currency);
  const cut = (text: string) => text.slice(0, 40);
  return {
    percent: cut(percent),
    amount: cut(amount),
    dueDate: cut(dueDate),
    event: EVENTS[when],
    days: isCounted(when) ? cut(days) : '',
  };
}

/** '30% on acceptance', 'the rest on Dec 23, 2026'. */
export const formatDraftInstallment = (each: DraftInstallment, currency: string): string =>
  formatInstallment(
    readInstallment(toTypedInstallment(each, currency), currency).installment,
    currency,
  );

export const sameInstallment = (one: DraftInstallment, other: DraftInstallment | undefined) =>
  one === other || INSTALLMENT_CELLS.every((cell) => one[cell] === other?.[cell]);

interface PlannedDraft {
  installments: readonly DraftInstallment[];
  currency: string;
  issueDate: string;
  /** What an estimate asks for in advance, as it is typed; what an invoice deducts. */
  deposit: string;
  deductions: readonly unknown[];
}

const read = ({
  installments,
  currency,
}: Pick<PlannedDraft, 'installments' | 'currency'>): Installment[] =>
  installments.map(
    (each) => readInstallment(toTypedInstallment(each, currency), currency).installment,
  );

const readDeposit = ({ deposit, currency }: Pick<PlannedDraft, 'deposit' | 'currency'>) =>
  readTypedDeposit(readDiscount(deposit, currency), currency);

/** What a plan has to come to: what a deposit leaves of the total. */
export const plannedTotal = (
  draft: Pick<PlannedDraft, 'deposit' | 'currency'>,
  total: Decimal | null,
): Decimal | null => total && leftAfterDeposit(readDeposit(draft), total, draft.currency);

/** Whether installments are those of what deposits leave. */
export const isAfterDeposits = (draft: Pick<PlannedDraft, 'deposit' | 'currency' | 'deductions'>) =>
  draft.deductions.length > 0 || readDeposit(draft) !== null;

/** What is wrong with a plan as a whole, by the calls' names; undefined while the total is not known. */
export function findPlanFault(
  kind: KindName,
  draft: PlannedDraft,
  total: Decimal | null,
): FieldError | undefined {
  const planned = plannedTotal(draft, total);
  if (draft.installments.length === 0 || planned === null) return undefined;
  const issueDate = kind === 'invoice' ? (parseCalendarDate(draft.issueDate) ?? null) : null;
  const { currency } = draft;
  return findInstallmentsFault({
    installments: read(draft),
    currency,
    total: planned,
    issueDate,
    isAfterDeposits: isAfterDeposits(draft),
  });
}

/** A due date of an invoice before its issue date, by the calls' names; undefined while a date is being typed. */
export function findEarlyDay(
  kind: KindName,
  draft: DatedDraft,
  stored: DatedDraft | undefined,
): FieldError | undefined {
  const dated = kind === 'invoice' ? readDates(draft) : undefined;
  return dated && findEarlyDueDate(dated, stored && readDates(stored));
}

type DatedDraft = Pick<PlannedDraft, 'installments' | 'currency' | 'issueDate'> & {
  endDate: string;
};

function readDates(draft: DatedDraft) {
  const [issueDate, dueDate] = [draft.issueDate, draft.endDate].map(parseCalendarDate);
  return issueDate && dueDate ? { issueDate, dueDate, installments: read(draft) } : undefined;
}

/** An invoice is due when its last installment is; undefined while that is not known. */
export function planEnd(
  kind: KindName,
  draft: Pick<PlannedDraft, 'installments' | 'currency' | 'issueDate'>,
): CalendarDate | undefined {
  const issued = parseCalendarDate(draft.issueDate);
  if (kind !== 'invoice' || issued === undefined) return undefined;
  return lastDueDate(read(draft), issued);
}

export interface PlanPreset {
  label: string;
  installments: () => DraftInstallment[];
}

/** Plans that many use. What is due now is due at the acceptance of an estimate. */
export function planPresets(kind: KindName): PlanPreset[] {
  const isEstimate = kind === 'estimate';
  const now = (share: string) =>
    newInstallment({ share, when: isEstimate ? 'acceptance' : 'issue', days: '' });
  const after = (days: string, share = '') =>
    newInstallment({ share, when: isEstimate ? 'afterAcceptance' : 'afterIssue', days });
  return [
    { label: '50 / 50', installments: () => [now('50%'), after('30', '50%')] },
    { label: '30% now, rest in 30 days', installments: () => [now('30%'), after('30')] },
    {
      label: 'Three parts, 30 days apart',
      // As exact as a percentage can be: the parts of a usual total differ by a cent at most.
      installments: () => [now('33.3333%'), after('30', '33.3333%'), after('60')],
    },
  ];
}
