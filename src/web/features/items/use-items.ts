import type { Item, ItemInput } from '../../../shared/items/item.contract.ts';
import { orpc } from '../../lib/api.ts';
import type { RecordKind } from '../../lib/records.ts';
import { preloadRecords, useDeleteRecord, useRecords, useSaveRecord } from '../../lib/records.ts';
import { notify } from '../../ui/notify.tsx';

const ITEMS: RecordKind<Item, ItemInput> = { noun: 'item', calls: orpc.items, notify };

/** Catalogue items that match, page by page, and how many there are in all. */
export const useItems = (search: string) => useRecords(ITEMS, search);

export const preloadItems = preloadRecords(ITEMS);

/** Creates, or updates the item that is given, based on the version that was read. */
export const useSaveItem = () => useSaveRecord(ITEMS);

/** Deletes, and offers to bring back what was deleted. */
export const useDeleteItem = () => useDeleteRecord(ITEMS);
