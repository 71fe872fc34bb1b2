/** Which of many rows are worth drawing: those in view, and some around them. */
export interface RowWindow {
  /** First row to draw, and the one after the last. */
  start: number;
  end: number;
  /** Height of all that stands before and after, in px. */
  before: number;
  after: number;
}

/** Where each row begins, and where the last one ends: heights summed up. */
export function rowOffsets(heights: readonly number[]): number[] {
  const offsets = [0];
  for (const height of heights) offsets.push((offsets.at(-1) ?? 0) + height);
  return offsets;
}

/**
 * Rows that touch the stretch from `top` to `bottom`, widened by `margin` on both sides.
 * @param offsets as `rowOffsets` gives them: one more than there are rows
 * @param top distance from the list's upper edge to that of the screen; negative above the list
 */
export function visibleRows(
  offsets: readonly number[],
  top: number,
  bottom: number,
  margin: number,
): RowWindow {
  const count = offsets.length - 1;
  const total = offsets[count] ?? 0;
  const start = Math.min(firstEndingAfter(offsets, top - margin), count);
  const end = Math.max(start, Math.min(count, firstStartingFrom(offsets, bottom + margin)));
  return { start, end, before: offsets[start] ?? 0, after: total - (offsets[end] ?? total) };
}

/** The first row whose lower edge lies below `position`. */
function firstEndingAfter(offsets: readonly number[], position: number): number {
  return search(offsets.length - 1, (index) => (offsets[index + 1] ?? 0) > position);
}

/** The first row whose upper edge lies at `position` or below. */
function firstStartingFrom(offsets: readonly number[], position: number): number {
  return search(offsets.length - 1, (index) => (offsets[index] ?? 0) >= position);
}

/** The smallest index for which `holds`, which holds for all after it; `count` when for none. */
function search(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
