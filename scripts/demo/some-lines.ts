import type { Item } from '../../src/shared/items/item.contract.ts';
import type { Random } from './random.ts';

export interface DemoLine {
  itemId: number;
  description: string;
  quantity: string;
  unitPrice: string;
}

/** One to six lines from the catalogue; what is counted in hours or pieces gets a larger quantity. */
export function someLines(random: Random, items: Item[]): DemoLine[] {
  return Array.from({ length: random.between(1, random.chance(0.2) ? 6 : 3) }, () => {
    const item = random.pick(items);
    const counted = /hours|per |still|sets/.test(item.name);
    const quantity = counted ? random.between(2, 24) / (item.name.includes('hours') ? 2 : 1) : 1;
    return {
      itemId: item.id,
      description: item.name,
      quantity: quantity.toFixed(2),
      unitPrice: item.unitPrice,
    };
  });
}
