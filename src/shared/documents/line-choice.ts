/** What a customer may choose of an estimate's lines, and what becomes of the lines by it. */
import type { FieldError } from '../errors/app-error.ts';
import type { Decimal } from '../money/decimal.ts';
import { formatQuantity, isZero, QUANTITY_PLACES, scaleDecimal } from '../money/decimal.ts';
import type { LineChoice } from './line-content.ts';

interface ChosenLine extends Partial<LineChoice> {
  description: string;
  quantity: Decimal;
}

const scaled = (quantity: Decimal): bigint => scaleDecimal(quantity, QUANTITY_PLACES);

/** Whether more or less of a line may be taken than it says. */
export const isBounded = ({ minQuantity, maxQuantity }: Partial<LineChoice>): boolean =>
  minQuantity != null || maxQuantity != null;

/** The least and the most that may be taken of a line that is taken: without a bound, what it says. */
export function quantityBounds({ quantity, minQuantity, maxQuantity }: ChosenLine): {
  least: Decimal;
  most: Decimal;
} {
  return { least: minQuantity ?? quantity, most: maxQuantity ?? quantity };
}

/** A bound that the quantity itself does not keep, by its field. */
export function findBoundsFault(
  line: Partial<LineChoice> & { quantity: Decimal },
): FieldError | undefined {
  const { quantity, minQuantity, maxQuantity } = line;
  const asked = formatQuantity(quantity);
  if (minQuantity != null && scaled(minQuantity) > scaled(quantity)) {
    const message = `Minimum quantity must be at most the quantity, ${asked}`;
    return { path: 'minQuantity', message };
  }
  if (maxQuantity != null && scaled(maxQuantity) < scaled(quantity)) {
    const message = `Maximum quantity must be at least the quantity, ${asked}`;
    return { path: 'maxQuantity', message };
  }
  return undefined;
}

/** What a customer wants of one line, from 0: its quantity, 0 for none of it. */
export interface WantedLine {
  line: number;
  quantity: Decimal;
}

interface Chosen<Line> {
  lines: Line[];
  /** Where each of them stood. */
  places: number[];
  fault?: undefined;
}

/**
 * The lines as their customer wants them, with nothing left to choose.
 * @param wanted lines that are not named stay as they are
 * @returns which of `lines` are kept, and what they say; or a fault, whose path is that of `wanted`
 */
export function chooseLines<Line extends ChosenLine>(
  lines: readonly Line[],
  wanted: readonly WantedLine[],
): Chosen<Line> | { fault: FieldError } {
  const quantities = new Map<number, Decimal>();
  for (const [place, { line: index, quantity }] of wanted.entries()) {
    const line = lines[index];
    const path = `choice.${place}.quantity`;
    if (!line || quantities.has(index)) {
      return { fault: { path: `choice.${place}.line`, message: 'There is no such line' } };
    }
    const message = findQuantityFault(line, quantity);
    if (message !== undefined) return { fault: { path, message } };
    quantities.set(index, quantity);
  }
  const kept = lines
    .map((line, place) => ({ place, line, quantity: quantities.get(place) ?? line.quantity }))
    .filter(({ quantity }) => !isZero(quantity));
  if (kept.length === 0) {
    return { fault: { path: 'choice', message: 'Keep at least one line of the estimate' } };
  }
  return {
    lines: kept.map(({ line, quantity }) => withoutChoice({ ...line, quantity })),
    places: kept.map(({ place }) => place),
  };
}

/** Whether a choice of the lines that were offered comes to just the lines that were taken. */
export function takesLines(
  offered: readonly ChosenLine[],
  wanted: readonly WantedLine[],
  taken: readonly ChosenLine[],
): boolean {
  const chosen = chooseLines(offered, wanted);
  if (chosen.fault || chosen.lines.length !== taken.length) return false;
  return chosen.lines.every(
    ({ description, quantity }, place) =>
      description === taken[place]?.description &&
      scaled(quantity) === scaled(taken[place].quantity),
  );
}

const NO_CHOICE = { optional: false, minQuantity: null, maxQuantity: null } satisfies LineChoice;

/** A line of which nothing is left to choose. */
export const withoutChoice = <Line extends object>(line: Line): Line & LineChoice => ({
  ...line,
  ...NO_CHOICE,
});

function findQuantityFault(line: ChosenLine, quantity: Decimal): string | undefined {
  if (isZero(quantity)) {
    return line.optional ? undefined : `“${shorten(line.description)}” cannot be left out`;
  }
  const { least, most } = quantityBounds(line);
  if (scaled(quantity) >= scaled(least) && scaled(quantity) <= scaled(most)) return undefined;
  const [from, to] = [formatQuantity(least), formatQuantity(most)];
  return from === to
    ? `The quantity of “${shorten(line.description)}” is ${from}`
    : `The quantity of “${shorten(line.description)}” can be from ${from} to ${to}`;
}

/** What a customer took otherwise than it was offered: 'Without “Logo”', '3 of “Page”, 2 were offered'. */
export function describeChoice(
  lines: readonly ChosenLine[],
  wanted: readonly WantedLine[],
): string[] {
  return wanted.flatMap(({ line: index, quantity }) => {
    const line = lines[index];
    if (!line || scaled(line.quantity) === scaled(quantity)) return [];
    const named = `“${shorten(line.description)}”`;
    if (isZero(quantity)) return `Without ${named}`;
    return `${formatQuantity(quantity)} of ${named}, ${formatQuantity(line.quantity)} offered`;
  });
}

const MOST_OF_NAME = 60;

function shorten(description: string): string {
  const [first = ''] = description.split('\n');
  return first.length > MOST_OF_NAME ? `${first.slice(0, MOST_OF_NAME - 1)}…` : first;
}
