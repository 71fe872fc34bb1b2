import type { Item, ItemInput } from '../../../shared/items/item.contract.ts';
import { orpc } from '../../lib/api.ts';
import type { RecordKind } from '../../records/record-kind.ts';

export const ITEMS: RecordKind<Item, ItemInput> = { noun: 'item', calls: orpc.items };
