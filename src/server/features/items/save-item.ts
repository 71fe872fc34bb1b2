import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { Item, ItemInput } from '../../../shared/items/item.contract.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import type { ItemRow } from './item.store.ts';
import { editedItem, insertItem, lockItem, presentItem, updateItemRow } from './item.store.ts';

/** @throws AppError NOT_FOUND where there is no such item of this owner. */
export function presentFound(row: ItemRow | undefined): Item {
  if (!row) throw notFound('Item');
  return presentItem(row);
}

export function createItem(
  { db }: Pick<Services, 'db'>,
  businessId: string,
  input: ItemInput,
  key?: string,
): Promise<Item> {
  return runIdempotently(db, { businessId, key, call: 'items.create', input }, async (tx) =>
    presentFound(await insertItem(tx, businessId, input)),
  );
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
  return withTransaction(db, async (tx) => {
    const stored = await lockItem(tx, businessId, input.id);
    if (!stored || stored.deletedAt) throw notFound('Item');
    if (input.version !== undefined && input.version !== stored.version) {
      throw new AppError('STALE', 'This item was changed elsewhere since you opened it', {
        current: presentItem(stored),
      });
    }
    const values = editedItem(stored, input, clock.now());
    return presentFound(await updateItemRow(tx, businessId, input.id, values));
  });
}

/** Lines that used the item stay as they are (decision 16). */
export function deleteItem(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<{ id: number }> {
  return withTransaction(db, async (tx) => {
    const stored = await lockItem(tx, businessId, id);
    if (!stored || stored.deletedAt) throw notFound('Item');
    await updateItemRow(tx, businessId, id, { deletedAt: clock.now() });
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
    const stored = await lockItem(tx, businessId, id);
    if (!stored?.deletedAt) return presentFound(stored);
    return presentFound(await updateItemRow(tx, businessId, id, { deletedAt: null }));
  });
}
