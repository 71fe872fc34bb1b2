import type { Item, ItemInput } from '../../../shared/items/item.contract.ts';
import { itemInput } from '../../../shared/items/item.contract.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { editedFields, requireLive, requireVersion } from '../../platform/records/change-record.ts';
import { readBusinessCurrency } from '../profile/index.ts';
import { itemRecords, itemValues, readItem } from './item.store.ts';

export function createItem(
  { db }: Pick<Services, 'db'>,
  businessId: string,
  input: ItemInput,
  key?: string,
): Promise<Item> {
  return runIdempotently(db, { businessId, key, call: 'items.create', input }, async (tx) => {
    const currency = input.currency ?? (await readBusinessCurrency(tx, businessId));
    const values = { businessId, ...(await itemValues(tx, businessId, input)), currency };
    return readItem(tx, businessId, await itemRecords.insert(tx, values));
  });
}

/**
 * Absent optional fields stay as they are stored.
 * @throws AppError STALE with the `current` record when `version` is not the stored one
 */
export function updateItem(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: ItemInput & { id: number; version?: number | undefined },
): Promise<Item> {
  const { id, version } = input;
  return withTransaction(db, async (tx) => {
    const read = () => readItem(tx, businessId, id);
    const stored = requireLive('Item', await itemRecords.lock(tx, businessId, id));
    await requireVersion('Item', stored, version, read);
    const next = await itemValues(tx, businessId, editedFields(itemInput, stored, input));
    await itemRecords.update(tx, businessId, id, { ...next, updatedAt: clock.now() });
    return read();
  });
}

/** Lines that used the item stay as they are (decision 16). */
export function deleteItem(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<{ id: number }> {
  return withTransaction(db, async (tx) => {
    requireLive('Item', await itemRecords.lock(tx, businessId, id));
    await itemRecords.update(tx, businessId, id, { deletedAt: clock.now() });
    return { id };
  });
}

/** Takes a deletion back; an item that is not deleted is answered as it is. */
export function restoreItem(
  { db }: Pick<Services, 'db'>,
  businessId: string,
  id: number,
): Promise<Item> {
  return withTransaction(db, async (tx) => {
    const stored = await itemRecords.lock(tx, businessId, id);
    if (stored?.deletedAt) await itemRecords.update(tx, businessId, id, { deletedAt: null });
    return readItem(tx, businessId, id);
  });
}
