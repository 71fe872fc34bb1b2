import type { Customer } from '../../../shared/customers/customer.contract.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { readCustomer } from './create-customer.ts';
import {
  countCustomerDocuments,
  lockCustomerForUpdate,
  setCustomerDeleted,
} from './customer.store.ts';

/**
 * A customer whom documents refer to stays (decision 16).
 * @throws AppError IN_USE with `invoices` and `estimates`, the numbers of what stands in the way
 */
export function deleteCustomer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<{ id: number }> {
  return withTransaction(db, async (tx) => {
    const stored = await lockCustomerForUpdate(tx, businessId, id);
    if (!stored) throw notFound('Customer');
    const used = await countCustomerDocuments(tx, businessId, id);
    if (used.invoices + used.estimates > 0) {
      const parts = [count(used.invoices, 'invoice'), count(used.estimates, 'estimate')];
      const what = parts.filter((part) => part !== '').join(' and ');
      throw new AppError(
        'IN_USE',
        `${stored.name} cannot be deleted: there ${used.invoices + used.estimates === 1 ? 'is' : 'are'} ${what}`,
        used,
      );
    }
    await setCustomerDeleted(tx, businessId, id, clock.now());
    return { id };
  });
}

function count(n: number, what: string): string {
  if (n === 0) return '';
  return n === 1 ? `1 ${what}` : `${n} ${what}s`;
}

/** Takes a deletion back. */
export function restoreCustomer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<Customer> {
  return withTransaction(db, async (tx) => {
    const stored = await lockCustomerForUpdate(tx, businessId, id, { deleted: true });
    if (stored) await setCustomerDeleted(tx, businessId, id, null);
    return readCustomer(tx, businessId, id, clock.now());
  });
}
