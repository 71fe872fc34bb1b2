import { canBeRestored } from '../../../shared/dates/instants.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { Expense } from '../../../shared/expenses/expense.contract.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { lockExpense, setExpenseDeleted } from './expense.store.ts';
import { readExpense } from './save-expense.ts';

/** Gone from lists and sums at once; its receipt waits with it. */
export function deleteExpense(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<{ id: number }> {
  return withTransaction(db, async (tx) => {
    const stored = await lockExpense(tx, businessId, id);
    if (!stored || stored.deletedAt) throw notFound('Expense');
    await setExpenseDeleted(tx, businessId, id, clock.now());
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
    const stored = await lockExpense(tx, businessId, id);
    if (stored?.deletedAt) {
      if (!canBeRestored(stored.deletedAt, clock.now())) throw notFound('Expense');
      await setExpenseDeleted(tx, businessId, id, null);
    }
    return readExpense(tx, businessId, id);
  });
}
