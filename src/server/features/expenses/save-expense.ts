import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { Expense, ExpenseInput } from '../../../shared/expenses/expense.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { ensureStored } from '../../platform/uploads/finish-upload.ts';
import { findUpload, isShown, keyOf, releaseUpload } from '../../platform/uploads/upload.store.ts';
import { PURPOSES } from '../../platform/uploads/upload-purposes.ts';
import { findCustomerRow } from '../customers/index.ts';
import { findExpense, insertExpense, lockExpense, updateExpenseRow } from './expense.store.ts';
import { presentExpense } from './present-expense.ts';

type SavingServices = Pick<Services, 'db' | 'files' | 'clock' | 'log'>;

/** @throws AppError NOT_FOUND for a missing, deleted or foreign expense alike. */
export async function readExpense(db: Queryable, businessId: string, id: number): Promise<Expense> {
  const row = await findExpense(db, businessId, id);
  if (!row) throw notFound('Expense');
  return presentExpense(row);
}

/** @throws AppError NOT_FOUND where the customer or the uploaded receipt is not the owner's */
export async function createExpense(
  services: SavingServices,
  businessId: string,
  input: ExpenseInput,
  key?: string,
): Promise<Expense> {
  await checkReceipt(services, businessId, input.receiptUrl);
  return runIdempotently(
    services.db,
    { businessId, key, call: 'expenses.create', input },
    async (tx) => {
      await requireOwn(tx, businessId, input);
      const id = await insertExpense(tx, businessId, {
        category: input.category,
        description: input.description,
        amount: input.amount,
        expenseDate: input.expenseDate,
        customerId: input.customerId ?? null,
        vendor: input.vendor ?? null,
        receiptUrl: input.receiptUrl ?? null,
      });
      return readExpense(tx, businessId, id);
    },
  );
}

/**
 * Absent optional fields stay as they are stored.
 * @throws AppError STALE with the `current` record when `version` is not the stored one
 */
export async function updateExpense(
  services: SavingServices,
  businessId: string,
  input: ExpenseInput & { id: number; version?: number | undefined },
): Promise<Expense> {
  const { id, version } = input;
  await checkReceipt(services, businessId, input.receiptUrl);
  return withTransaction(services.db, async (tx) => {
    const stored = await lockExpense(tx, businessId, id);
    if (!stored || stored.deletedAt) throw notFound('Expense');
    if (version !== undefined && version !== stored.version) {
      throw new AppError('STALE', 'This expense was changed elsewhere since you opened it', {
        current: await readExpense(tx, businessId, id),
      });
    }
    const next = {
      category: input.category,
      description: input.description,
      amount: input.amount,
      expenseDate: input.expenseDate,
      customerId: input.customerId === undefined ? stored.customerId : input.customerId,
      vendor: input.vendor === undefined ? stored.vendor : input.vendor,
      receiptUrl: input.receiptUrl === undefined ? stored.receiptUrl : input.receiptUrl,
    };
    await requireOwn(tx, businessId, {
      // What stands there already may stay: a customer who was deleted since, too.
      customerId: next.customerId === stored.customerId ? null : next.customerId,
      receiptUrl: next.receiptUrl === stored.receiptUrl ? null : next.receiptUrl,
    });
    await updateExpenseRow(tx, businessId, id, next, services.clock.now());
    if (stored.receiptUrl !== null && stored.receiptUrl !== next.receiptUrl) {
      await releaseReceipt(tx, businessId, stored.receiptUrl);
    }
    return readExpense(tx, businessId, id);
  });
}

/**
 * A file that was sent in one piece is looked at when it is first used. Reading it may take a while,
 * so it happens before the transaction; whether it is there is asked within.
 */
async function checkReceipt(
  services: SavingServices,
  businessId: string,
  receiptUrl: string | null | undefined,
): Promise<void> {
  const key = keyOf(receiptUrl);
  if (key !== undefined) await ensureStored(services, businessId, key);
}

/** @throws AppError NOT_FOUND for what is another owner's, deleted or not there */
async function requireOwn(
  tx: Queryable,
  businessId: string,
  { customerId, receiptUrl }: Pick<ExpenseInput, 'customerId' | 'receiptUrl'>,
): Promise<void> {
  if (customerId != null) {
    const customer = await findCustomerRow(tx, businessId, customerId);
    if (!customer || customer.deletedAt) throw notFound('Customer');
  }
  const key = keyOf(receiptUrl);
  if (key === undefined) return;
  const upload = await findUpload(tx, businessId, key, { lock: true });
  if (!upload?.storedAt || upload.purpose !== 'receipt') throw notFound('Receipt');
}

/** What no expense shows any more is cleared away with the unfinished uploads. */
async function releaseReceipt(
  tx: Queryable,
  businessId: string,
  receiptUrl: string,
): Promise<void> {
  const key = keyOf(receiptUrl);
  if (key === undefined) return;
  await findUpload(tx, businessId, key, { lock: true });
  if (!(await isShown(tx, PURPOSES.receipt, businessId, receiptUrl)))
    await releaseUpload(tx, businessId, key);
}
