import type { Item } from '../../src/shared/items/item.contract.ts';
import type { Random } from './random.ts';

export interface DemoLine {
  itemId: number;
  description: string;
  quantity: string;
  unitPrice: string;
}

const lineOf = (item: Item, quantity: string): DemoLine => ({
  itemId: item.id,
  description: item.name,
  quantity,
  unitPrice: item.unitPrice,
});

/** One to six lines from the catalogue; what is counted in hours or pieces gets a larger quantity. */
export function someLines(random: Random, items: Item[]): DemoLine[] {
  return Array.from({ length: random.between(1, random.chance(0.2) ? 6 : 3) }, () => {
    const item = random.pick(items);
    const counted = /hours|per |still|sets/.test(item.name);
    const quantity = counted ? random.between(2, 24) / (item.name.includes('hours') ? 2 : 1) : 1;
    // Nobody bills three miles.
    return lineOf(item, (item.name.includes('mile') ? quantity * 12 : quantity).toFixed(2));
  });
}

/** Lines of these names and quantities. */
export function linesNamed(
  items: Item[],
  named: readonly (readonly [name: string, quantity: string])[],
): DemoLine[] {
  return named.map(([name, quantity]) => {
    const item = items.find((each) => each.name === name);
    if (!item) throw new Error(`The demo has no item ${name}`);
    return lineOf(item, quantity);
  });
}
