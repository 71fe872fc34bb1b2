import { leftAfterDeposit } from '../../../shared/deposits/deposit.ts';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { findInstallmentsFault } from '../../../shared/documents/installments/check-installments.ts';
import { findEarlyDueDate } from '../../../shared/documents/installments/early-due-date.ts';
import type {
  Installment,
  InstallmentInput,
} from '../../../shared/documents/installments/installment-content.ts';
import { toInstallment } from '../../../shared/documents/installments/installment-content.ts';
import { lastDueDate } from '../../../shared/documents/installments/schedule-installments.ts';
import { invalidField } from '../../../shared/errors/app-error.ts';
import { requireAmount } from '../../../shared/money/check-amount.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { readMoney } from '../../../shared/money/money.ts';

/** What a content says of its plan, and of what is asked for before it. */
export interface PlanInput {
  installments?: readonly InstallmentInput[] | undefined;
  issueDate: string;
  deposit?: DepositInput | null | undefined;
}

interface DepositInput {
  percent?: Decimal | null | undefined;
  amount?: Decimal | null | undefined;
}

/** What a plan has to come to: the total that the document asks for, after deposits that it deducts. */
interface PlannedFigures {
  currency: string;
  total: Decimal;
  deductions?: readonly unknown[];
}

/** The columns of a plan. A kind that is not paid has none; only an invoice has a due date by it. */
export interface Plan {
  installments?: Installment[];
  dueDate?: string;
}

/**
 * The plan of a document as it is kept, checked against what the document comes to. An invoice is due
 * when its last installment is.
 * @throws AppError VALIDATION naming the field of an installment, or the deposit's amount
 */
export function planContent(
  kind: KindName,
  { installments: given = [], issueDate, deposit }: PlanInput,
  { currency, total, deductions = [] }: PlannedFigures,
): Plan {
  if (kind === 'credit_note') return {};
  const installments = given.map(toInstallment).map((each) => ({
    ...each,
    amount: each.amount && (readMoney(each.amount, currency)?.amount ?? each.amount),
  }));
  const isInvoice = kind === 'invoice';
  const asked = deposit && { percent: deposit.percent ?? null, amount: deposit.amount ?? null };
  // One that was kept, too: the document may be in another currency by now.
  if (asked?.amount) requireAmount(asked.amount, currency, 'deposit.amount', 'Deposit amount');
  const fault = findInstallmentsFault({
    installments,
    currency,
    total: leftAfterDeposit(asked, total, currency),
    issueDate: isInvoice ? issueDate : null,
    isAfterDeposits: Boolean(deposit) || deductions.length > 0,
  });
  if (fault) throw invalidField(fault.path, fault.message);
  const dueDate = isInvoice ? lastDueDate(installments, issueDate) : undefined;
  return { installments, ...(dueDate === undefined ? {} : { dueDate }) };
}

/**
 * The plan of a new document whose dates a call gives.
 * @throws AppError VALIDATION as `planContent`, and for a due date before the issue date
 */
export function newPlan(
  kind: KindName,
  input: PlanInput & { dueDate?: string | undefined },
  figures: PlannedFigures,
): Plan {
  const plan = planContent(kind, input, figures);
  refuseEarlyDueDate({ issueDate: input.issueDate, dueDate: input.dueDate, ...plan });
  return plan;
}

interface Dated {
  issueDate: string;
  dueDate?: string | undefined;
  installments?: readonly Installment[];
}

/** Only an invoice has a due date. */
function refuseEarlyDueDate(given: Dated, stored?: Dated): void {
  const read = ({ issueDate, dueDate, installments = [] }: Dated) =>
    dueDate === undefined ? undefined : { issueDate, dueDate, installments };
  const dated = read(given);
  const fault = dated && findEarlyDueDate(dated, stored && read(stored));
  if (fault) throw invalidField(fault.path, fault.message);
}

/**
 * The plan after an edit, which keeps what it does not name.
 * @throws AppError VALIDATION as `newPlan`, and for a due date beside a plan that has another
 */
export function changedPlan(
  kind: KindName,
  stored: PlanInput & Plan,
  input: Partial<PlanInput> & { dueDate?: string | undefined },
  figures: PlannedFigures,
): Plan {
  const {
    installments = stored.installments,
    issueDate = stored.issueDate,
    deposit = stored.deposit,
  } = input;
  const plan = planContent(kind, { installments, issueDate, deposit }, figures);
  const { dueDate } = input;
  const isAnother = dueDate !== undefined && dueDate !== stored.dueDate;
  if (isAnother && !input.installments && plan.dueDate && plan.dueDate !== dueDate) {
    const message = 'An invoice with installments is due when the last one is: change that one';
    throw invalidField('dueDate', message);
  }
  refuseEarlyDueDate({ issueDate, dueDate: dueDate ?? stored.dueDate, ...plan }, stored);
  return plan;
}
