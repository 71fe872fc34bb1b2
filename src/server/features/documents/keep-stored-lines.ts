import type { LineItem, LineItemInput } from '../../../shared/documents/line-content.ts';
import { lineItemInput } from '../../../shared/documents/line-content.ts';

/**
 * Lines as they are after an edit: of a line that is stored, what the call does not name stays. It is
 * known by its number, and else by its place and content; so that a client that sends no numbers loses
 * nothing, it is looked for by content in other places too, and then at its place: where it has the
 * same description, or, of as many lines as before, the same quantity and price.
 * @param taxes what a line that is not stored carries where it names none
 */
export function keepStoredLines(
  lines: readonly LineItemInput[],
  before: readonly LineItem[],
  taxes: LineItem['taxes'],
): LineItemInput[] {
  const known = findStored(lines, before);
  return lines.map((line, index) => {
    const stored = known[index];
    if (!stored) return line.taxes === undefined ? { ...line, taxes } : line;
    const kept = pickKept(stored);
    const given = pickDefined(line);
    // One kind of discount takes the place of the other.
    if (given.discountPercent != null) kept.discountAmount = null;
    if (given.discountAmount != null) kept.discountPercent = null;
    return { ...line, ...kept, ...given };
  });
}

/** What a call says of a line, but its numbers: which line and which item it is. */
const KEPT: ReadonlySet<string> = new Set(
  Object.keys(lineItemInput.shape).filter((name) => name !== 'id' && name !== 'itemId'),
);

function pickKept(stored: LineItem): Partial<LineItemInput> {
  const kept = Object.entries(stored).filter(([name]) => KEPT.has(name));
  return Object.fromEntries(kept) as Partial<LineItemInput>;
}

/** The stored line that each line is; none is two. */
function findStored(lines: readonly LineItemInput[], before: readonly LineItem[]) {
  const left = new Set(before);
  const byId = new Map(before.map((line) => [line.id, line]));
  const byContent = new Map<string, LineItem[]>();
  for (const stored of before) {
    const alike = byContent.get(contentKey(stored));
    if (alike) alike.push(stored);
    else byContent.set(contentKey(stored), [stored]);
  }
  const found = lines.map((): LineItem | undefined => undefined);
  const ways: ((line: LineItemInput, index: number) => LineItem | undefined)[] = [
    ({ id }) => (id === undefined ? undefined : byId.get(id)),
    (line, index) => ifAlike(isSame, line, before[index]),
    (line) => byContent.get(contentKey(line))?.find((stored) => left.has(stored)),
    (line, index) => ifAlike(hasSameDescription, line, before[index]),
    (line, index) =>
      lines.length === before.length ? ifAlike(hasSamePrice, line, before[index]) : undefined,
  ];
  for (const find of ways) {
    lines.forEach((line, index) => {
      if (found[index]) return;
      const stored = find(line, index);
      if (stored && left.delete(stored)) found[index] = stored;
    });
  }
  return found;
}

type Alike = (line: LineItemInput, stored: LineItem) => boolean;

const ifAlike = (alike: Alike, line: LineItemInput, stored: LineItem | undefined) =>
  stored && alike(line, stored) ? stored : undefined;

const contentKey = ({ description, quantity, unitPrice }: LineItemInput | LineItem): string =>
  JSON.stringify([description, quantity, unitPrice]);

const isSame: Alike = (line, stored) => contentKey(line) === contentKey(stored);

const hasSameDescription: Alike = (line, stored) => line.description === stored.description;
const hasSamePrice: Alike = (line, stored) =>
  line.quantity === stored.quantity && line.unitPrice === stored.unitPrice;

/** What a call names. */
export function pickDefined<T extends object>(values: T): Partial<T> {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Partial<T>;
}
