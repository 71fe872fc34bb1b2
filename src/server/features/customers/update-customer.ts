import { sql } from 'drizzle-orm';
import type { Customer, CustomerInput } from '../../../shared/customers/customer.contract.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { readCustomer } from './create-customer.ts';
import { invoiceSearchPart, lockCustomerForUpdate, updateCustomerRow } from './customer.store.ts';

/**
 * Absent optional fields stay as they are stored.
 * @throws AppError STALE with the `current` record when `version` is not the stored one
 */
export function updateCustomer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: CustomerInput & { id: number; version?: number | undefined },
): Promise<Customer> {
  const { id, version, ...fields } = input;
  return withTransaction(db, async (tx) => {
    const stored = await lockCustomerForUpdate(tx, businessId, id);
    if (!stored) throw notFound('Customer');
    if (version !== undefined && version !== stored.version) {
      throw new AppError('STALE', 'This customer was changed elsewhere since you opened it', {
        current: await readCustomer(tx, businessId, id, clock.now()),
      });
    }
    const given = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    );
    const next = { ...stored, ...given };
    await updateCustomerRow(
      tx,
      businessId,
      id,
      {
        name: next.name,
        company: next.company,
        email: next.email,
        phone: next.phone,
        address: next.address,
        city: next.city,
        state: next.state,
        zipCode: next.zipCode,
        country: next.country,
      },
      clock.now(),
    );
    const part = invoiceSearchPart(next);
    if (part !== invoiceSearchPart(stored)) {
      // Invoices are found by their customer's name: their search text follows it.
      for (const table of [sql`invoices`, sql`estimates`]) {
        await tx.execute(sql`
          update ${table} set search_text = split_part(search_text, E'\n', 1) || E'\n' || ${part}
          where business_id = ${businessId} and customer_id = ${id}`);
      }
    }
    return readCustomer(tx, businessId, id, clock.now());
  });
}
