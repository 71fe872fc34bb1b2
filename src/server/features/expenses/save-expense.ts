import { notFound } from '../../../shared/errors/app-error.ts';
import type { Expense, ExpenseInput } from '../../../shared/expenses/expense.contract.ts';
import { expenseInput } from '../../../shared/expenses/expense.contract.ts';
import { requireAmount } from '../../../shared/money/check-amount.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Queryable } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import {
  editedFields,
  requireLive,
  requireRestorable,
  requireVersion,
} from '../../platform/records/change-record.ts';
import { ensureStored } from '../../platform/uploads/finish-upload.ts';
import { PURPOSES } from '../../platform/uploads/upload-purposes.ts';
import {
  findUpload,
  isFileShown,
  parseObjectKey,
  releaseUpload,
} from '../../platform/uploads/upload.store.ts';
import { findCustomerGroup, findCustomerRow } from '../customers/index.ts';
import { readBusinessCurrency } from '../profile/index.ts';
import { expenseRecords, expenseValues, readExpense } from './expense.store.ts';

type SavingServices = Pick<Services, 'db' | 'files' | 'clock' | 'log'>;

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
      const customerId = await keptCustomer(tx, businessId, input.customerId, null);
      const currency = input.currency ?? (await readBusinessCurrency(tx, businessId));
      const values = expenseValues(withMoney({ ...input, customerId }, currency));
      const id = await expenseRecords.insert(tx, { businessId, ...values });
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
    const read = () => readExpense(tx, businessId, id);
    const stored = requireLive('Expense', await expenseRecords.lock(tx, businessId, id));
    await requireVersion('Expense', stored, version, read);
    const edited = editedFields(expenseInput, stored, input);
    const { customerId } = edited;
    edited.customerId = (await keptCustomer(tx, businessId, customerId, stored.customerId)) ?? null;
    const next = withMoney(edited, edited.currency);
    await requireOwn(tx, businessId, {
      // What stands there already may stay: a customer who was deleted since, too.
      customerId: next.customerId === stored.customerId ? null : next.customerId,
      receiptUrl: next.receiptUrl === stored.receiptUrl ? null : next.receiptUrl,
    });
    const updatedAt = services.clock.now();
    await expenseRecords.update(tx, businessId, id, { ...expenseValues(next), updatedAt });
    if (stored.receiptUrl !== null && stored.receiptUrl !== next.receiptUrl) {
      await releaseReceipt(tx, businessId, stored.receiptUrl);
    }
    return read();
  });
}

/** Gone from lists and sums at once; its receipt waits with it. */
export function deleteExpense(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<{ id: number }> {
  return withTransaction(db, async (tx) => {
    requireLive('Expense', await expenseRecords.lock(tx, businessId, id));
    await expenseRecords.update(tx, businessId, id, { deletedAt: clock.now() });
    return { id };
  });
}

/**
 * Takes a deletion back, for 30 days; an expense that is not deleted is answered as it is.
 * @throws AppError NOT_FOUND when there is none, or it is too late
 */
export function restoreExpense(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<Expense> {
  return withTransaction(db, async (tx) => {
    const stored = await expenseRecords.lock(tx, businessId, id);
    if (requireRestorable('Expense', stored, clock.now())) {
      await expenseRecords.update(tx, businessId, id, { deletedAt: null });
    }
    return readExpense(tx, businessId, id);
  });
}

/** @throws AppError VALIDATION for an amount that its currency cannot hold */
function withMoney<Fields extends { amount: Decimal }>(fields: Fields, currency: string) {
  return { ...fields, ...requireAmount(fields.amount, currency, 'amount', 'Amount') };
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
  const key = parseObjectKey(receiptUrl);
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
  const key = parseObjectKey(receiptUrl);
  if (key === undefined) return;
  const upload = await findUpload(tx, businessId, key, { lock: true });
  if (!upload?.storedAt || upload.purpose !== 'receipt') throw notFound('Receipt');
}

/** Of customers that are one, the one that is stored already, else the one that the others were merged into. */
async function keptCustomer(
  tx: Queryable,
  businessId: string,
  customerId: number | null | undefined,
  stored: number | null,
): Promise<number | null | undefined> {
  if (customerId == null) return customerId;
  const group = await findCustomerGroup(tx, businessId, customerId);
  return stored !== null && group.includes(stored) ? stored : group[0];
}

/** What no expense shows any more is cleared away with the unfinished uploads. */
async function releaseReceipt(
  tx: Queryable,
  businessId: string,
  receiptUrl: string,
): Promise<void> {
  const key = parseObjectKey(receiptUrl);
  if (key === undefined) return;
  await findUpload(tx, businessId, key, { lock: true });
  if (!(await isFileShown(tx, PURPOSES.receipt, businessId, receiptUrl)))
    await releaseUpload(tx, businessId, key);
}
