import type { Customer, CustomerInput } from '../../../shared/customers/customer.contract.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { findCustomer, insertCustomer } from './customer.store.ts';
import { presentCustomer } from './present-customer.ts';

export function createCustomer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: CustomerInput,
  key?: string,
): Promise<Customer> {
  return runIdempotently(db, { businessId, key, call: 'customers.create', input }, async (tx) => {
    const id = await insertCustomer(tx, businessId, input);
    return readCustomer(tx, businessId, id, clock.now());
  });
}

/** @throws AppError NOT_FOUND for a missing, deleted or foreign customer alike. */
export async function readCustomer(
  db: Queryable,
  businessId: string,
  id: number,
  now: Date,
): Promise<Customer> {
  const row = await findCustomer(db, businessId, id, now);
  if (!row) throw notFound('Customer');
  return presentCustomer(row);
}
