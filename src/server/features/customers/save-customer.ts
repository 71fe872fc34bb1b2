import type { Customer, CustomerInput } from '../../../shared/customers/customer.contract.ts';
import { customerInput } from '../../../shared/customers/customer.contract.ts';
import { isSameAddress } from '../../../shared/emails/undelivered.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { formatList } from '../../../shared/text/format-list.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { ConcernsOthersError } from '../../db/lock-order.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { editedFields, requireLive, requireVersion } from '../../platform/records/change-record.ts';
import { endAccess } from './customer-access.ts';
import { findCustomerGroup } from './customer-group.ts';
import {
  countCustomerDocuments,
  customerRecords,
  customerValues,
  findCustomerRow,
  readCustomer,
} from './customer.store.ts';
import type { LockedDocuments } from './rename-on-documents.ts';
import {
  customerSearchPart,
  lockCustomerDocuments,
  renameOnDocuments,
} from './rename-on-documents.ts';

export function createCustomer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: CustomerInput,
  key?: string,
): Promise<Customer> {
  return runIdempotently(db, { businessId, key, call: 'customers.create', input }, async (tx) => {
    const values = await customerValues(tx, businessId, input);
    const id = await customerRecords.insert(tx, { businessId, ...values });
    return readCustomer(tx, businessId, id, clock.now());
  });
}

/**
 * Absent optional fields stay as they are stored.
 * @throws AppError STALE with the `current` record when `version` is not the stored one
 */
export function updateCustomer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: CustomerEdit,
): Promise<Customer> {
  return withTransaction(db, (tx) => updateCustomerIn(tx, businessId, input, clock.now()));
}

type CustomerEdit = CustomerInput & { id: number; version?: number | undefined };

/** The same in a transaction that does more; nothing of the customer's is locked before. */
export async function updateCustomerIn(
  tx: Transaction,
  businessId: string,
  input: CustomerEdit,
  now: Date,
): Promise<Customer> {
  const { id, version } = input;
  const documents = await lockDocuments(tx, businessId, input);
  const read = () => readCustomer(tx, businessId, id, now);
  const stored = requireUnmerged(await customerRecords.lock(tx, businessId, id));
  await requireVersion('Customer', stored, version, read);
  const next = editedFields(customerInput, stored, input);
  const values = await customerValues(tx, businessId, next);
  await customerRecords.update(tx, businessId, id, { ...values, updatedAt: now });
  if (!isSameAddress(next.email ?? '', stored.email ?? '')) {
    await endAccess(tx, businessId, await findCustomerGroup(tx, businessId, id), now);
  }
  const part = customerSearchPart(next);
  if (part !== customerSearchPart(stored)) {
    // Renamed by somebody else since it was read: begin anew, with the documents locked.
    if (!documents) throw new ConcernsOthersError([]);
    const group = await findCustomerGroup(tx, businessId, id);
    await renameOnDocuments(tx, businessId, group, part, documents);
  }
  return read();
}

/**
 * Another name is written on the customer's documents. Whoever saves one of them locks the document
 * and then its customer: in any other order here, each would wait for the other.
 */
async function lockDocuments(
  tx: Transaction,
  businessId: string,
  { id, name, company }: CustomerInput & { id: number },
): Promise<LockedDocuments | undefined> {
  const known = await findCustomerRow(tx, businessId, id);
  if (!known) return undefined;
  const next = { name, company: company === undefined ? known.company : company };
  if (customerSearchPart(next) === customerSearchPart(known)) return undefined;
  return lockCustomerDocuments(tx, businessId, await findCustomerGroup(tx, businessId, id));
}

/** @throws AppError NOT_FOUND; CONFLICT for one that was merged into another */
function requireUnmerged(stored: Awaited<ReturnType<typeof customerRecords.lock>>) {
  if (stored?.mergedIntoId == null) return requireLive('Customer', stored);
  throw new AppError(
    'CONFLICT',
    `${stored.name} was merged into another customer. Change that one instead.`,
  );
}

/**
 * A customer whom documents refer to, or whose money is kept, stays (decision 16).
 * @throws AppError IN_USE with `invoices`, `estimates`, `creditNotes` and `payments`, the numbers of what stands
 *   in the way
 */
export function deleteCustomer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<{ id: number }> {
  return withTransaction(db, async (tx) => {
    const stored = requireUnmerged(await customerRecords.lock(tx, businessId, id));
    await requireUnused(tx, businessId, stored);
    const now = clock.now();
    await customerRecords.update(tx, businessId, id, { deletedAt: now });
    await endAccess(tx, businessId, [id], now);
    return { id };
  });
}

/**
 * Whether `deleteCustomer` would refuse, for whoever is about to ask for it.
 * @throws AppError as `deleteCustomer` does
 */
export async function checkDeletion(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<{ id: number }> {
  await requireUnused(db.orm, businessId, await readCustomer(db.orm, businessId, id, clock.now()));
  return { id };
}

async function requireUnused(
  db: Queryable,
  businessId: string,
  { id, name }: { id: number; name: string },
): Promise<void> {
  const used = await countCustomerDocuments(db, businessId, id);
  const all = used.invoices + used.estimates + used.creditNotes + used.payments;
  if (all === 0) return;
  const parts = [
    count(used.invoices, 'invoice'),
    count(used.estimates, 'estimate'),
    count(used.creditNotes, 'credit note'),
    count(used.payments, 'payment'),
  ].filter((part) => part !== '');
  throw new AppError(
    'IN_USE',
    `${name} cannot be deleted: there ${all === 1 ? 'is' : 'are'} ${formatList(parts)}`,
    used,
  );
}

function count(n: number, what: string): string {
  if (n === 0) return '';
  return n === 1 ? `1 ${what}` : `${n} ${what}s`;
}

/**
 * Takes a deletion back; a customer who is not deleted is answered as it is, and of one that was merged
 * the customer that it was merged into.
 */
export function restoreCustomer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<Customer> {
  return withTransaction(db, async (tx) => {
    const stored = await customerRecords.lock(tx, businessId, id);
    if (stored?.deletedAt && stored.mergedIntoId === null)
      await customerRecords.update(tx, businessId, id, { deletedAt: null });
    return readCustomer(tx, businessId, id, clock.now());
  });
}
