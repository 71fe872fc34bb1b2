import { sql } from 'drizzle-orm';
import type { Customer, CustomerInput } from '../../../shared/customers/customer.contract.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { readCustomer } from './create-customer.ts';
import {
  findCustomerRow,
  invoiceSearchPart,
  lockCustomerForUpdate,
  updateCustomerRow,
} from './customer.store.ts';

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
    await lockDocuments(tx, businessId, input);
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
      for (const table of DOCUMENTS) {
        await tx.execute(sql`
          update ${table} set search_text = split_part(search_text, E'\n', 1) || E'\n' || ${part}
          where business_id = ${businessId} and customer_id = ${id}`);
      }
    }
    return readCustomer(tx, businessId, id, clock.now());
  });
}

const DOCUMENTS = [sql`invoices`, sql`estimates`];

/**
 * Another name is written on the customer's documents. Whoever saves one of them locks the document
 * and then its customer: in any other order here, each would wait for the other.
 */
async function lockDocuments(
  tx: Transaction,
  businessId: string,
  { id, name, company }: CustomerInput & { id: number },
): Promise<void> {
  const known = await findCustomerRow(tx, businessId, id);
  if (!known) return;
  const next = { name, company: company === undefined ? known.company : company };
  if (invoiceSearchPart(next) === invoiceSearchPart(known)) return;
  for (const table of DOCUMENTS) {
    await tx.execute(sql`
      select 1 from ${table} where business_id = ${businessId} and customer_id = ${id}
      order by id for no key update`);
  }
}
