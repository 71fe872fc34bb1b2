import type { Item } from '../../../shared/items/item.contract.ts';

export interface ItemDialogProps {
  opened: boolean;
  /** The record to edit; without it a new one is made. */
  item?: Item | undefined;
  /** The first words of a new one's name. */
  initialName?: string;
  onClose: () => void;
  onSaved?: (item: Item) => void;
}

export function ItemDialog(_props: ItemDialogProps) {
  return null;
}
